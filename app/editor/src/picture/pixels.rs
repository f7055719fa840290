//! Pictures as pixels: egui's own triangles, filled without a graphics card, so that they are those of the window. Long pictures are
//! made in bands, so that memory stays bounded.

mod triangles;

use std::io;

use egui::emath::TSTransform;
use egui::epaint::{ClippedShape, Tessellator};
use egui::{Color32, ColorImage, Mesh, Pos2, Rect, Shape, pos2};
use thiserror::Error;

pub use self::triangles::Band;
use self::triangles::Pixel;
use super::{Canvas, Picture};
use crate::action::MAX_SIDE;

/// About how many pixels are drawn at once.
const BAND_PIXELS: usize = 1 << 22;

/// A picture has too many pixels.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error(
    "the picture would be {width} by {height} pixels; at most {MAX_SIDE} either way can be made"
)]
pub struct TooLarge {
    /// How wide it would be.
    pub width: u64,
    /// How high it would be.
    pub height: u64,
    /// The largest scale at which it could be made.
    pub largest_scale: f32,
}

/// The bytes of a PNG file.
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
    // By this an earlier picture is known that may be replaced; its letters are all that the chunk can hold.
    let _ = encoder.add_text_chunk("Software".to_owned(), "Treewright".to_owned());
    let written = encoder.write_header().and_then(|mut writer| {
        let mut rows = writer.stream_writer()?;
        let mut line = Vec::new();
        frame.bands(picture, |pixels| {
            line.clear();
            for [r, g, b, a] in pixels.iter().copied() {
                if picture.canvas.transparent {
                    line.extend([r, g, b].map(|part| pure(part, a)));
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

/// An image in memory.
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
    // What is missing of a picture that nobody wants is blank.
    all.resize(4 * frame.width * frame.height, 0);
    let size = [frame.width, frame.height];
    Ok(ColorImage::from_rgba_premultiplied(size, &all))
}

/// Whether it has no more pixels than can be made.
pub fn check_size(canvas: &Canvas) -> Result<(), TooLarge> {
    Frame::of(canvas).map(drop)
}

/// A part of a color that was multiplied by its opacity, without that.
fn pure(part: u8, opacity: u8) -> u8 {
    let (part, opacity) = (u32::from(part), u32::from(opacity));
    let pure = (part * 255 + opacity / 2).checked_div(opacity);
    u8::try_from(pure.unwrap_or(0)).unwrap_or(u8::MAX)
}

/// The pixels that a picture covers: its corner on the grid of all pixels, and its size.
struct Frame {
    left: f32,
    top: f32,
    width: usize,
    height: usize,
}

impl Frame {
    fn of(canvas: &Canvas) -> Result<Self, TooLarge> {
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

    /// Draws band after band, from the top.
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
            reason = "the method itself lives not long enough for any view"
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

    /// The shapes that touch these rows.
    fn shapes_between<'a>(
        &self,
        picture: &'a Picture,
        seen: &'a [Rect],
        corner: Pos2,
        rows: f32,
    ) -> impl Iterator<Item = &'a ClippedShape> {
        /// Edges are soft, and places are rounded to whole pixels.
        const SOFT: f32 = 2.0;
        let size = egui::vec2(self.width as f32, rows);
        let band = Rect::from_min_size(corner, size).expand(SOFT) / picture.canvas.scale;
        let shapes = picture.drawing.shapes.iter().zip(seen);
        let touching = shapes.filter(move |(_, seen)| seen.intersects(band));
        touching.map(|(shape, _)| shape)
    }
}

/// Makes triangles of shapes, as the window does. Text was laid out for the scale of the picture; all else is made larger before it becomes
/// triangles, so that what is round stays round.
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

    /// The triangles of a shape, and how many pixels one of their units takes.
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
