//! Puts a cut of the typeface into the file: only the glyphs that were drawn, with what they mean.

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, Str};
use sha2::{Digest as _, Sha256};

use super::typeface::{Cut, Typeface};
use super::{Numbers, compressed, write_stream};
use crate::essay::ExportError;

const SYSTEM: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

pub(super) fn write(
    pdf: &mut Pdf,
    numbers: &mut Numbers,
    id: Ref,
    typeface: &Typeface,
) -> Result<(), ExportError> {
    let (descendant, descriptor, file, meanings) = (
        numbers.next(),
        numbers.next(),
        numbers.next(),
        numbers.next(),
    );
    let subset =
        subsetter::subset(typeface.data, 0, &typeface.drawn).map_err(|_| ExportError::Typeface)?;
    let name = format!("{}+{}", tag(&subset), typeface.cut.full_name());
    let name = Name(name.as_bytes());

    pdf.type0_font(id)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(meanings);

    let mut font = pdf.cid_font(descendant);
    font.subtype(CidFontType::Type2)
        .base_font(name)
        .system_info(SYSTEM)
        .font_descriptor(descriptor)
        .default_width(0.0)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    let widths = typeface.drawn.remapped_gids();
    font.widths()
        .consecutive(0, widths.map(|glyph| typeface.own_width(glyph)));
    font.finish();

    write_descriptor(pdf, descriptor, file, name, typeface);
    let mut cmap = UnicodeCmap::<u16>::new(Name(b"Meanings"), SYSTEM);
    for (glyph, letters) in &typeface.meaning {
        cmap.pair_with_multiple(*glyph, letters.chars());
    }
    write_stream(pdf, meanings, &cmap.finish());
    pdf.stream(file, &compressed(&subset))
        .filter(Filter::FlateDecode)
        .pair(
            Name(b"Length1"),
            i32::try_from(subset.len()).unwrap_or(i32::MAX),
        );
    Ok(())
}

fn write_descriptor(pdf: &mut Pdf, id: Ref, file: Ref, name: Name<'_>, typeface: &Typeface) {
    let face = &typeface.face;
    let (italics, stem) = match typeface.cut {
        Cut::Regular => (FontFlags::empty(), 80.0),
        Cut::Italic => (FontFlags::ITALIC, 80.0),
        Cut::Bold => (FontFlags::empty(), 140.0),
    };
    let bounds = face.global_bounding_box();
    let scaled = |units: i16| typeface.scaled(i32::from(units));
    pdf.font_descriptor(id)
        .name(name)
        .flags(FontFlags::SYMBOLIC | FontFlags::SERIF | italics)
        .bbox(Rect::new(
            scaled(bounds.x_min),
            scaled(bounds.y_min),
            scaled(bounds.x_max),
            scaled(bounds.y_max),
        ))
        .italic_angle(face.italic_angle())
        .ascent(scaled(face.ascender()))
        .descent(scaled(face.descender()))
        .cap_height(scaled(face.capital_height().unwrap_or(face.ascender())))
        .stem_v(stem)
        .font_file2(file);
}

/// Six capitals in front of the name tell one part of a typeface from another.
fn tag(subset: &[u8]) -> String {
    Sha256::digest(subset)
        .iter()
        .take(6)
        .map(|byte| char::from(b'A' + byte % 26))
        .collect()
}
