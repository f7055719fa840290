//! Rasterizes triangles with soft edges and glyphs, as a graphics card does: each pixel whose center is inside, and none twice where
//! triangles meet. Knows nothing about what the triangles show.

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, ColorImage, Pos2, Rect, lerp};

/// The number of subpixel positions per pixel to which corners are rounded, so that adjacent triangles agree about their common edge.
const GRID: i64 = 256;
/// Coordinates are clamped to this distance, in pixels.
const MAX_COORDINATE: f32 = 1.0e6;

/// Some rows of a picture.
pub struct Band {
    width: usize,
    height: usize,
    pixels: Vec<Pixel>,
}

/// Red, green, blue and opacity; premultiplied.
pub type Pixel = [u8; 4];
#[derive(Clone, Copy)]
struct Corner {
    x: i64,
    y: i64,
    color: Color32,
    uv: [f32; 2],
}

/// Parameters for filling triangles.
struct Fill<'a> {
    /// The pixels that may be changed: from and to, horizontally and vertically.
    clip: [[i64; 2]; 2],
    /// The glyph atlas; `None` if the triangle uses no glyphs.
    atlas: Option<&'a ColorImage>,
}

impl Band {
    /// A band filled with one color.
    pub fn new(width: usize, height: usize, color: Color32) -> Self {
        Self {
            width,
            height,
            pixels: vec![color.to_array(); width * height],
        }
    }

    /// The pixels, row by row.
    pub fn pixels(&self) -> &[Pixel] {
        &self.pixels
    }

    /// Fills the triangles of a mesh. `scale` is the number of pixels per unit of the mesh; `origin` is the top-left pixel of the band;
    /// `clip` is in pixels.
    pub fn fill(&mut self, mesh: &Mesh, clip: Rect, atlas: &ColorImage, scale: f32, origin: Pos2) {
        let size = [self.width as i64, self.height as i64];
        let limits = [0, 1].map(|axis| {
            let pixel = |at: f32| {
                (at - origin[axis])
                    .round()
                    .clamp(-MAX_COORDINATE, MAX_COORDINATE) as i64
            };
            [
                pixel(clip.min[axis]).clamp(0, size[axis]),
                pixel(clip.max[axis]).clamp(0, size[axis]),
            ]
        });
        let corner = |index: u32| -> Corner {
            let Vertex { pos, uv, color } = mesh.vertices[index as usize];
            let place = |axis| {
                let at = (pos[axis] * scale - origin[axis]).clamp(-MAX_COORDINATE, MAX_COORDINATE);
                (at * GRID as f32).round() as i64
            };
            Corner {
                x: place(0),
                y: place(1),
                color,
                uv: [uv.x, uv.y],
            }
        };
        for triangle in mesh.indices.chunks_exact(3) {
            let plain = triangle
                .iter()
                .all(|index| mesh.vertices[*index as usize].uv == WHITE_UV);
            let fill = Fill {
                clip: limits,
                atlas: (!plain).then_some(atlas),
            };
            self.triangle([0, 1, 2].map(|i| corner(triangle[i])), &fill);
        }
    }

    fn triangle(&mut self, mut corners: [Corner; 3], fill: &Fill<'_>) {
        let [a, b, c] = corners;
        let area = side(a, b, c.x, c.y);
        if area == 0 {
            return;
        }
        if area < 0 {
            corners.swap(1, 2);
        }
        let area = area.abs();
        let rows = pixels_between(corners.map(|corner| corner.y), fill.clip[1]);
        let columns = pixels_between(corners.map(|corner| corner.x), fill.clip[0]);
        let [a, b, c] = corners;
        let edges = [(b, c), (c, a), (a, b)];
        for y in rows {
            let (x, middle) = (columns.start * GRID + GRID / 2, y * GRID + GRID / 2);
            let weights = edges.map(|(from, to)| side(from, to, x, middle));
            let (mut first, mut end) = (0, columns.end - columns.start);
            for ((from, to), weight) in edges.into_iter().zip(weights) {
                let weight = weight - i64::from(!takes_edge(from, to));
                let step = (from.y - to.y) * GRID;
                match step {
                    0 if weight < 0 => end = 0,
                    0 => {}
                    1.. => first = first.max(-weight.div_euclid(step)),
                    _ => end = end.min(weight.div_euclid(-step) + 1),
                }
            }
            if first < end {
                let start = columns.start + first;
                let weights = [0, 1, 2].map(|i| {
                    let (from, to) = edges[i];
                    (weights[i] + first * (from.y - to.y) * GRID) as f32 / area as f32
                });
                let steps = edges.map(|(from, to)| ((from.y - to.y) * GRID) as f32 / area as f32);
                let row = y as usize * self.width;
                let span = row + start as usize..row + (columns.start + end) as usize;
                paint(&mut self.pixels[span], corners, weights, steps, fill.atlas);
            }
        }
    }
}

/// Twice the signed area of the triangle formed by an edge and a point: positive on the inner side.
fn side(from: Corner, to: Corner, x: i64, y: i64) -> i64 {
    (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
}

/// Whether pixel centers exactly on an edge belong to the triangle: only for top and left edges.
fn takes_edge(from: Corner, to: Corner) -> bool {
    to.y < from.y || (to.y == from.y && to.x > from.x)
}

/// The pixels whose centers may lie between these coordinates.
fn pixels_between(places: [i64; 3], [low, high]: [i64; 2]) -> std::ops::Range<i64> {
    let [a, b, c] = places;
    let first = (a.min(b).min(c) - GRID / 2).div_euclid(GRID);
    let last = (a.max(b).max(c) + GRID / 2).div_euclid(GRID);
    first.max(low)..(last + 1).min(high)
}

/// Fills consecutive pixels of a row.
fn paint(
    pixels: &mut [Pixel],
    corners: [Corner; 3],
    weights: [f32; 3],
    steps: [f32; 3],
    atlas: Option<&ColorImage>,
) {
    let one_color = corners[0].color == corners[1].color && corners[1].color == corners[2].color;
    if one_color && atlas.is_none() {
        let color = corners[0].color.to_array();
        if color[3] == 255 {
            pixels.fill(color);
        } else {
            for pixel in pixels {
                *pixel = blend_over(*pixel, color);
            }
        }
        return;
    }
    for (x, pixel) in pixels.iter_mut().enumerate() {
        let weight = |i: usize| weights[i] + steps[i] * x as f32;
        let weights = [weight(0), weight(1), weight(2)];
        let mut color = if one_color {
            components(corners[0].color)
        } else {
            blend(weights, corners.map(|corner| components(corner.color)))
        };
        if let Some(atlas) = atlas {
            let texel = texel(atlas, blend(weights, corners.map(|corner| corner.uv)));
            for (channel, part) in color.iter_mut().zip(texel.to_array()) {
                *channel *= f32::from(part) / 255.0;
            }
        }
        *pixel = blend_over(*pixel, rounded(color));
    }
}

fn components(color: Color32) -> [f32; 4] {
    color.to_array().map(f32::from)
}

fn blend<const N: usize>(weights: [f32; 3], parts: [[f32; N]; 3]) -> [f32; N] {
    std::array::from_fn(|i| {
        (0..3)
            .map(|corner| weights[corner] * parts[corner][i])
            .sum()
    })
}

/// Glyphs are aligned to whole pixels, so the nearest texel is exact.
fn texel(atlas: &ColorImage, [u, v]: [f32; 2]) -> Color32 {
    let [width, height] = atlas.size;
    let place = |part: f32, size: usize| {
        let place = lerp(0.0..=size as f32, part).floor().max(0.0) as usize;
        place.min(size - 1)
    };
    atlas[(place(u, width), place(v, height))]
}

fn rounded(color: [f32; 4]) -> Pixel {
    color.map(|part| part.round().clamp(0.0, 255.0) as u8)
}

/// Blends a color over another one.
fn blend_over(below: Pixel, above: Pixel) -> Pixel {
    let left = 255 - u32::from(above[3]);
    std::array::from_fn(|i| {
        let kept = (u32::from(below[i]) * left + 127) / 255;
        u8::try_from(kept + u32::from(above[i])).unwrap_or(u8::MAX)
    })
}
