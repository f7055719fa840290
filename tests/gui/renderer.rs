//! Draws test windows with the triangle rasterizer of exported images: without graphics card and driver, so that snapshots are the same on all
//! machines. Knows nothing of the content.

use std::collections::HashMap;

use egui::epaint::Primitive;
use egui::{
    Color32, ColorImage, Context, FullOutput, ImageData, Pos2, Rect, TextureId, TexturesDelta,
};
use egui_kittest::TestRenderer;
use image::RgbaImage;
use treewright_editor::picture::Band;

/// The renderer, with the textures that it has received so far.
#[derive(Default)]
pub struct PixelRenderer(HashMap<TextureId, ColorImage>);

impl TestRenderer for PixelRenderer {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = change.image;
                match change.pos {
                    None => drop(self.0.insert(id, (*image).clone())),
                    Some(at) => replace(self.0.get_mut(&id).unwrap(), at, &image),
                }
            }
        }
        for id in delta.free.drain() {
            self.0.remove(&id);
        }
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = (ctx.content_rect().size() * scale).round();
        let (width, height) = (size.x as usize, size.y as usize);
        let mut pixels = Band::new(width, height, Color32::TRANSPARENT);
        for part in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = &part.primitive else {
                return Err("something wants to draw by itself".to_owned());
            };
            let Some(image) = self.0.get(&mesh.texture_id) else {
                return Err(format!("there is no image {:?}", mesh.texture_id));
            };
            let clip = Rect::from_min_max(part.clip_rect.min * scale, part.clip_rect.max * scale);
            pixels.fill(mesh, clip, image, scale, Pos2::ZERO);
        }
        let bytes = pixels.pixels().as_flattened().to_vec();
        RgbaImage::from_raw(width as u32, height as u32, bytes)
            .ok_or_else(|| "no pixels".to_owned())
    }
}

/// Copies a smaller image into a part of another one.
fn replace(whole: &mut ColorImage, [left, top]: [usize; 2], part: &ColorImage) {
    for (row, line) in part.pixels.chunks_exact(part.size[0]).enumerate() {
        let start = (top + row) * whole.size[0] + left;
        whole.pixels[start..start + line.len()].copy_from_slice(line);
    }
}
