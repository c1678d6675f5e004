//! The typeface inside the program, Literata in three cuts: which letters it has, how wide they are, which were used.

use std::collections::BTreeMap;

use pdf_writer::Name;
use rustybuzz::{Direction, Face, UnicodeBuffer};
use subsetter::GlyphRemapper;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::essay::ExportError;

/// Stands for every letter that the typeface lacks, so that the reader sees that something is missing.
const MISSING: &str = "\u{25A1}";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    Regular,
    Italic,
    Bold,
}

impl Cut {
    pub(super) const ALL: [Cut; 3] = [Cut::Regular, Cut::Italic, Cut::Bold];

    fn data(self) -> &'static [u8] {
        match self {
            Cut::Regular => include_bytes!("../../../fonts/Literata-Regular.ttf"),
            Cut::Italic => include_bytes!("../../../fonts/Literata-Italic.ttf"),
            Cut::Bold => include_bytes!("../../../fonts/Literata-Bold.ttf"),
        }
    }

    /// What a page calls it.
    pub(super) fn name(self) -> Name<'static> {
        match self {
            Cut::Regular => Name(b"Regular"),
            Cut::Italic => Name(b"Italic"),
            Cut::Bold => Name(b"Bold"),
        }
    }

    pub(super) fn full_name(self) -> &'static str {
        match self {
            Cut::Regular => "Literata-Regular",
            Cut::Italic => "Literata-Italic",
            Cut::Bold => "Literata-Bold",
        }
    }
}

pub(super) struct Typefaces([Typeface; 3]);

impl Typefaces {
    pub(super) fn load() -> Result<Typefaces, ExportError> {
        Ok(Typefaces([
            Typeface::load(Cut::Regular)?,
            Typeface::load(Cut::Italic)?,
            Typeface::load(Cut::Bold)?,
        ]))
    }

    pub(super) fn of(&self, cut: Cut) -> &Typeface {
        let [regular, italic, bold] = &self.0;
        match cut {
            Cut::Regular => regular,
            Cut::Italic => italic,
            Cut::Bold => bold,
        }
    }

    pub(super) fn of_mut(&mut self, cut: Cut) -> &mut Typeface {
        let [regular, italic, bold] = &mut self.0;
        match cut {
            Cut::Regular => regular,
            Cut::Italic => italic,
            Cut::Bold => bold,
        }
    }
}

/// One letter in its place. Lengths are thousandths of the type's size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Glyph {
    pub(super) id: u16,
    pub(super) advance: f32,
    pub(super) right: f32,
    pub(super) up: f32,
    /// Where in the text its letters begin.
    pub(super) start: usize,
}

pub(super) struct Typeface {
    pub(super) cut: Cut,
    pub(super) face: Face<'static>,
    pub(super) data: &'static [u8],
    /// The glyphs that were drawn; only they are embedded.
    pub(super) drawn: GlyphRemapper,
    /// What each drawn glyph means, for those who search and copy.
    pub(super) meaning: BTreeMap<u16, String>,
}

impl Typeface {
    fn load(cut: Cut) -> Result<Typeface, ExportError> {
        let data = cut.data();
        Ok(Typeface {
            cut,
            face: Face::from_slice(data, 0).ok_or(ExportError::Typeface)?,
            data,
            drawn: GlyphRemapper::new(),
            meaning: BTreeMap::new(),
        })
    }

    /// From the font's own units to thousandths of the type's size.
    pub(super) fn scaled(&self, units: i32) -> f32 {
        units as f32 * 1000.0 / self.face.units_per_em() as f32
    }

    /// The text in letters that this typeface has.
    pub(super) fn readable(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for letter in text.graphemes(true) {
            let kept = out.len();
            out.extend(letter.chars().filter(|c| !is_invisible(*c)));
            let known = out[kept..].chars().all(|c| self.has(c))
                || self.shape(&out[kept..]).iter().all(|glyph| glyph.id != 0);
            if !known {
                out.truncate(kept);
                out.push_str(MISSING);
            }
        }
        out
    }

    fn has(&self, c: char) -> bool {
        self.face.glyph_index(c).is_some()
    }

    pub(super) fn width(&self, text: &str, size: f32) -> f32 {
        let sum: f32 = self.shape(text).iter().map(|glyph| glyph.advance).sum();
        sum * size / 1000.0
    }

    pub(super) fn shape(&self, text: &str) -> Vec<Glyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(Direction::LeftToRight);
        let shaped = rustybuzz::shape(&self.face, &[], buffer);
        let places = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        places
            .map(|(info, place)| Glyph {
                id: u16::try_from(info.glyph_id).unwrap_or_default(),
                advance: self.scaled(place.x_advance),
                right: self.scaled(place.x_offset),
                up: self.scaled(place.y_offset),
                start: info.cluster as usize,
            })
            .collect()
    }

    /// The number under which a glyph lies in the file.
    pub(super) fn draw(&mut self, glyph: u16, meaning: Option<&str>) -> u16 {
        let number = self.drawn.remap(glyph);
        if let Some(meaning) = meaning {
            self.meaning
                .entry(number)
                .or_insert_with(|| meaning.to_owned());
        }
        number
    }

    /// How wide the font says a glyph is, before it is moved closer to its neighbour.
    pub(super) fn own_width(&self, glyph: u16) -> f32 {
        let units = self
            .face
            .glyph_hor_advance(rustybuzz::ttf_parser::GlyphId(glyph));
        self.scaled(i32::from(units.unwrap_or_default()))
    }
}

/// Controls, joiners, marks of direction and of variation: they ask for something, they are not seen.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}
