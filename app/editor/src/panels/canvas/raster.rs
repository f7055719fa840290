//! A picture made of filled rectangles and straight lines, without soft edges: drawing a hundred thousand of them costs a fraction of their
//! triangles. Knows nothing about trees.

use egui::{Color32, ColorImage, Pos2, Rect, Vec2, pos2};

/// The picture of a rectangle of the screen.
#[derive(Debug, Default)]
pub struct Raster {
    pub image: ColorImage,
    /// The place of its first pixel on the screen.
    min: Pos2,
    /// The width and height of its pixels, in screen points.
    pixel: f32,
}

impl Raster {
    /// Starts a transparent picture of this rectangle, reusing the memory of the last one. It has one pixel per screen point, or fewer if it
    /// would have more than `max_side` in a direction.
    pub fn start(&mut self, area: Rect, max_side: usize) {
        self.min = area.min.floor();
        let size = area.max - self.min;
        self.pixel = (size.max_elem() / max_side.max(1) as f32).ceil().max(1.0);
        let count = |length: f32| (length / self.pixel).ceil().max(1.0) as usize;
        self.image.size = [count(size.x), count(size.y)];
        self.image.source_size = size;
        self.image.pixels.clear();
        let count = self.image.width() * self.image.height();
        self.image.pixels.resize(count, Color32::TRANSPARENT);
    }

    /// The rectangle of the screen that the picture covers, in whole pixels.
    pub fn area(&self) -> Rect {
        let [width, height] = self.image.size;
        let size = Vec2::new(width as f32, height as f32) * self.pixel;
        Rect::from_min_size(self.min, size)
    }

    /// Fills a rectangle of the screen. Its edges are rounded to whole pixels; however thin it is, it is at least one pixel wide and high.
    pub fn fill(&mut self, rect: Rect, color: Color32) {
        let [width, height] = self.image.size;
        let (left, right) =
            self.covered(rect.left() - self.min.x, rect.right() - self.min.x, width);
        let (top, bottom) =
            self.covered(rect.top() - self.min.y, rect.bottom() - self.min.y, height);
        for y in top..bottom {
            let row = &mut self.image.pixels[y * width..][left..right.max(left)];
            if color.is_opaque() {
                row.fill(color);
                continue;
            }
            for pixel in row {
                *pixel = if *pixel == Color32::TRANSPARENT {
                    color
                } else {
                    pixel.blend(color)
                };
            }
        }
    }

    /// The range of pixels between two distances from the edge of the picture.
    fn covered(&self, from: f32, to: f32, count: usize) -> (usize, usize) {
        // Much faster than a call of `round`.
        let nearest = |distance: f32| {
            let shifted = distance / self.pixel + 0.5;
            let whole = shifted as i64;
            whole - i64::from(shifted < whole as f32)
        };
        let first = nearest(from);
        let end = nearest(to).max(first + 1);
        let inside = |pixel: i64| pixel.clamp(0, count as i64) as usize;
        (inside(first), inside(end))
    }

    /// Draws a straight line of this width in screen points.
    pub fn draw_line(&mut self, [a, b]: [Pos2; 2], width: f32, color: Color32) {
        let way = b - a;
        if way.abs().min_elem() < 0.5 {
            let min = (a.min(b) - Vec2::splat(width * 0.5)).round();
            let size = way.abs() + Vec2::splat(width);
            return self.fill(Rect::from_min_size(min, size), color);
        }
        let is_steep = way.y.abs() > way.x.abs();
        let (along, start, length) = if is_steep {
            (self.area().y_range(), a.y, way.y)
        } else {
            (self.area().x_range(), a.x, way.x)
        };
        let [from, to] = [start.min(start + length), start.max(start + length)];
        let (from, to) = (from.max(along.min), to.min(along.max));
        let steps = ((to - from) / self.pixel).ceil().max(0.0) as usize;
        for step in 0..steps {
            let at = from + step as f32 * self.pixel;
            let on_line = a + way * ((at - start) / length);
            let (before, size) = if is_steep {
                (
                    pos2(on_line.x - width * 0.5, at),
                    Vec2::new(width, self.pixel),
                )
            } else {
                (
                    pos2(at, on_line.y - width * 0.5),
                    Vec2::new(self.pixel, width),
                )
            };
            self.fill(Rect::from_min_size(before.round(), size), color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Color32 = Color32::RED;

    fn raster(area: Rect, max_side: usize) -> Raster {
        let mut raster = Raster::default();
        raster.start(area, max_side);
        raster
    }

    /// The colored pixels, by column and row.
    fn colored(raster: &Raster) -> Vec<(usize, usize)> {
        let pixels = raster.image.pixels.iter().enumerate();
        let colored = pixels.filter(|(_, color)| **color != Color32::TRANSPARENT);
        let width = raster.image.width();
        colored.map(|(i, _)| (i % width, i / width)).collect()
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut raster = raster(Rect::from_min_max(pos2(10.0, 20.0), pos2(14.0, 23.0)), 100);
        for far in [-50.0, 50.0] {
            let rect = Rect::from_min_size(pos2(11.0 + far, 21.0), Vec2::splat(2.0));
            raster.fill(rect, RED);
            raster.fill(rect.translate(Vec2::new(-far, far)), RED);
            raster.draw_line([pos2(far, 900.0), pos2(far + 900.0, 950.0)], 1.0, RED);
        }
        assert_eq!(colored(&raster), []);
        raster.fill(Rect::from_min_max(pos2(0.0, 22.0), pos2(12.0, 90.0)), RED);
        assert_eq!(colored(&raster), [(0, 2), (1, 2)]);
    }

    #[test]
    fn a_rectangle_thinner_than_a_pixel_gets_the_nearest_one() {
        let area = Rect::from_min_size(Pos2::ZERO, Vec2::splat(8.0));
        for (at, pixel) in [(-0.4, Some(0)), (3.3, Some(3)), (7.4, Some(7)), (7.7, None)] {
            let mut raster = raster(area, 100);
            raster.fill(Rect::from_min_size(pos2(at, 2.0), Vec2::new(0.2, 1.0)), RED);
            let expected: Vec<_> = pixel.into_iter().map(|x| (x, 2)).collect();
            assert_eq!(colored(&raster), expected, "{at}");
        }
    }

    #[test]
    fn a_line_is_as_wide_everywhere() {
        let area = Rect::from_min_size(Pos2::ZERO, Vec2::splat(20.0));
        for (ends, width, pixels) in [
            ([pos2(2.0, 3.0), pos2(2.0, 9.0)], 1.0, 7),
            ([pos2(0.0, 0.5), pos2(20.0, 10.5)], 1.0, 20),
            ([pos2(0.0, 40.0), pos2(20.0, -40.0)], 2.0, 40),
        ] {
            let mut raster = raster(area, 100);
            raster.draw_line(ends, width, RED);
            assert_eq!(colored(&raster).len(), pixels, "{ends:?}");
        }
    }

    #[test]
    fn a_picture_larger_than_a_texture_may_be_has_coarser_pixels() {
        let mut raster = raster(Rect::from_min_size(Pos2::ZERO, Vec2::new(100.0, 30.0)), 64);
        assert_eq!(raster.image.size, [50, 15]);
        raster.fill(Rect::from_min_size(pos2(98.0, 28.0), Vec2::splat(2.0)), RED);
        assert_eq!(colored(&raster), [(49, 14)]);
    }

    #[test]
    fn a_faint_color_lets_what_is_below_through() {
        let area = Rect::from_min_size(Pos2::ZERO, Vec2::splat(1.0));
        let mut raster = raster(area, 64);
        raster.fill(area, Color32::WHITE);
        raster.fill(area, Color32::BLACK.gamma_multiply(0.5));
        let [r, _, _, a] = raster.image.pixels[0].to_array();
        assert_eq!(a, 255);
        assert!((126..=129).contains(&r), "{r}");
    }
}
