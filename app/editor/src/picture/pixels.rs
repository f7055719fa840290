//! Renders pictures as pixels: fills egui's own triangles on the CPU, so that pictures look like the window. Long pictures are rendered in
//! bands to limit memory.

mod triangles;

use std::io;

use egui::emath::TSTransform;
use egui::epaint::{ClippedShape, Tessellator};
use egui::{Color32, ColorImage, Mesh, Pos2, Rect, Shape, pos2};
use thiserror::Error;

pub use self::triangles::Band;
use self::triangles::Pixel;
use super::{Picture, PictureStyle};
use crate::action::MAX_SIDE;

/// The approximate number of pixels rendered at once.
const BAND_PIXELS: usize = 1 << 22;

/// A picture has too many pixels.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error(
    "the picture would be {width} by {height} pixels; at most {MAX_SIDE} either way can be made"
)]
pub struct TooLarge {
    /// Its width, in pixels.
    pub width: u64,
    /// Its height, in pixels.
    pub height: u64,
    /// The largest possible scale.
    pub largest_scale: f32,
}

/// Returns the bytes of a PNG file.
pub fn png(picture: &Picture) -> Result<Vec<u8>, TooLarge> {
    let frame = Frame::of(&picture.canvas)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, frame.width as u32, frame.height as u32);
    encoder.set_color(if picture.canvas.transparent {
        png::ColorType::Rgba
    } else {
        png::ColorType::Rgb
    });
    encoder.set_depth(png::BitDepth::Eight);
    // Identifies files that may be overwritten as earlier pictures. The chunk can hold only Latin-1.
    let _ = encoder.add_text_chunk("Software".to_owned(), "Treewright".to_owned());
    let written = encoder.write_header().and_then(|mut writer| {
        let mut rows = writer.stream_writer()?;
        let mut line = Vec::new();
        frame.bands(picture, |pixels| {
            line.clear();
            for [r, g, b, a] in pixels.iter().copied() {
                if picture.canvas.transparent {
                    line.extend([r, g, b].map(|part| unmultiplied(part, a)));
                    line.push(a);
                } else {
                    line.extend([r, g, b]);
                }
            }
            io::Write::write_all(&mut rows, &line)
        })?;
        rows.finish()
    });
    debug_assert!(
        written.is_ok() || picture.canvas.is_stopped(),
        "writing to memory does not fail"
    );
    Ok(bytes)
}

/// Returns an image in memory.
pub fn image(picture: &Picture) -> Result<ColorImage, TooLarge> {
    let frame = Frame::of(&picture.canvas)?;
    let mut all = Vec::with_capacity(4 * frame.width * frame.height);
    let copied = frame.bands(picture, |pixels| {
        all.extend_from_slice(pixels.as_flattened());
        Ok(())
    });
    debug_assert!(
        copied.is_ok() || picture.canvas.is_stopped(),
        "copying does not fail"
    );
    // The missing rows of a cancelled picture are blank.
    all.resize(4 * frame.width * frame.height, 0);
    let size = [frame.width, frame.height];
    Ok(ColorImage::from_rgba_premultiplied(size, &all))
}

/// Fails if the picture has too many pixels.
pub fn check_size(canvas: &PictureStyle) -> Result<(), TooLarge> {
    Frame::of(canvas).map(drop)
}

/// Reverts the premultiplication of a color component by its opacity.
fn unmultiplied(part: u8, opacity: u8) -> u8 {
    let (part, opacity) = (u32::from(part), u32::from(opacity));
    let unmultiplied = (part * 255 + opacity / 2).checked_div(opacity);
    u8::try_from(unmultiplied.unwrap_or(0)).unwrap_or(u8::MAX)
}

/// The pixels that a picture covers: its origin on the global pixel grid, and its size.
struct Frame {
    left: f32,
    top: f32,
    width: usize,
    height: usize,
}

impl Frame {
    fn of(canvas: &PictureStyle) -> Result<Self, TooLarge> {
        let (area, scale) = (canvas.area, canvas.scale);
        let min = (area.min.to_vec2() * scale).floor();
        let max = (area.max.to_vec2() * scale).ceil();
        let size = (max - min).max(egui::Vec2::splat(1.0));
        let most = MAX_SIDE as f32;
        if size.x > most || size.y > most {
            let largest = (most - 1.0) / area.size().max_elem();
            return Err(TooLarge {
                width: size.x as u64,
                height: size.y as u64,
                largest_scale: (largest * 1000.0).floor() / 1000.0,
            });
        }
        Ok(Self {
            left: min.x,
            top: min.y,
            width: size.x as usize,
            height: size.y as usize,
        })
    }

    /// Renders band after band, from the top.
    fn bands(
        &self,
        picture: &Picture,
        mut take: impl FnMut(&[Pixel]) -> io::Result<()>,
    ) -> io::Result<()> {
        let background = if picture.canvas.transparent {
            Color32::TRANSPARENT
        } else {
            picture.canvas.theme.background
        };
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method path does not satisfy the closure lifetime for any view"
        )]
        let atlas = picture.canvas.ctx.fonts(|fonts| fonts.image());
        let mut triangles = Triangles::new(picture, atlas.size);
        let rows = (BAND_PIXELS / self.width).clamp(1, self.height);
        let seen: Vec<Rect> = picture.drawing.shapes.iter().map(super::visible).collect();
        for first in (0..self.height).step_by(rows) {
            if picture.canvas.is_stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let rows = rows.min(self.height - first);
            let corner = pos2(self.left, self.top + first as f32);
            let mut band = Band::new(self.width, rows, background);
            for clipped in self.shapes_between(picture, &seen, corner, rows as f32) {
                let (mesh, scale) = triangles.of(&clipped.shape);
                let clip = clipped.clip_rect * picture.canvas.scale;
                band.fill(mesh, clip, &atlas, scale, corner);
            }
            take(band.pixels())?;
        }
        Ok(())
    }

    /// The shapes that intersect these rows.
    fn shapes_between<'a>(
        &self,
        picture: &'a Picture,
        seen: &'a [Rect],
        corner: Pos2,
        rows: f32,
    ) -> impl Iterator<Item = &'a ClippedShape> {
        /// The margin for soft edges and rounding to whole pixels, in pixels.
        const SOFT_MARGIN: f32 = 2.0;
        let size = egui::vec2(self.width as f32, rows);
        let band = Rect::from_min_size(corner, size).expand(SOFT_MARGIN) / picture.canvas.scale;
        let shapes = picture.drawing.shapes.iter().zip(seen);
        let touching = shapes.filter(move |(_, seen)| seen.intersects(band));
        touching.map(|(shape, _)| shape)
    }
}

/// Tessellates shapes as the window does. Text is laid out at the scale of the picture already; all other shapes are scaled before
/// tessellation, so that curves stay smooth.
struct Triangles {
    of_text: Tessellator,
    of_shapes: Tessellator,
    scale: f32,
    mesh: Mesh,
}

impl Triangles {
    fn new(picture: &Picture, atlas: [usize; 2]) -> Self {
        let options = picture.canvas.ctx.tessellation_options(|options| *options);
        let tessellator = |scale| {
            let mut tessellator = Tessellator::new(scale, options, atlas, Vec::new());
            tessellator.set_clip_rect(Rect::EVERYTHING);
            tessellator
        };
        Self {
            of_text: tessellator(picture.canvas.scale),
            of_shapes: tessellator(1.0),
            scale: picture.canvas.scale,
            mesh: Mesh::default(),
        }
    }

    /// The triangles of a shape, and the number of pixels per unit of the mesh.
    fn of(&mut self, shape: &Shape) -> (&Mesh, f32) {
        self.mesh.clear();
        let mut shape = shape.clone();
        if matches!(shape, Shape::Text(_)) {
            self.of_text.tessellate_shape(shape, &mut self.mesh);
            return (&self.mesh, self.scale);
        }
        shape.transform(TSTransform::from_scaling(self.scale));
        self.of_shapes.tessellate_shape(shape, &mut self.mesh);
        (&self.mesh, 1.0)
    }
}
