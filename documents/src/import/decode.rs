//! Bytes become text: byte-order marks, UTF-16, old Windows files, line ends, NUL characters.

/// What the bytes say, with `\n` as the only line end and without NUL characters.
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) nuls: usize,
}

pub(crate) fn decode(bytes: &[u8]) -> Decoded {
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => eight_bit(rest),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => eight_bit(bytes),
    };
    let nuls = text.bytes().filter(|byte| *byte == 0).count();
    Decoded {
        text: tidy(text, nuls),
        nuls,
    }
}

fn tidy(text: String, nuls: usize) -> String {
    if nuls == 0 && !text.contains('\r') {
        return text;
    }
    // NUL first: in UTF-16 without a byte-order mark they stand between `\r` and `\n`.
    let text = text.replace('\0', "");
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units)
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// UTF-8, or Windows-1252, which is Latin-1 with the quotation marks that word processors put there.
fn eight_bit(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let (mut multibyte, mut invalid) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        multibyte += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += chunk.invalid().len();
    }
    // A few broken bytes in a UTF-8 file must not turn all its other accents into garbage.
    if multibyte > invalid {
        String::from_utf8_lossy(bytes).into_owned()
    } else {
        bytes.iter().map(|byte| windows_1252(*byte)).collect()
    }
}

fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        0x00..=0x7F | 0xA0..=0xFF => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], text: &str, nuls: usize) {
        let decoded = decode(bytes);
        assert_eq!((decoded.text.as_str(), decoded.nuls), (text, nuls));
    }

    #[test]
    fn every_usual_encoding_is_read() {
        check("Größe".as_bytes(), "Größe", 0);
        check("\u{feff}Größe".as_bytes(), "Größe", 0);
        check(b"\xFF\xFEG\x00r\x00\xF6\x00", "Grö", 0);
        check(b"\xFE\xFF\x00G\x00r\x00\xF6", "Grö", 0);
        check(b"Gr\xF6\xDFe \x93quoted\x94", "Größe “quoted”", 0);
        check("שלום".as_bytes(), "שלום", 0);
    }

    #[test]
    fn one_broken_byte_does_not_spoil_the_other_accents() {
        check(b"Gr\xC3\xB6\xC3\x9Fe \xFF", "Größe \u{fffd}", 0);
    }

    #[test]
    fn line_ends_become_one_kind() {
        check(b"a\r\nb\rc\nd", "a\nb\nc\nd", 0);
    }

    #[test]
    fn nul_characters_are_removed_and_counted() {
        check(b"a\0b\0", "ab", 2);
        check(b"a\0\r\0\n\0b\0", "a\nb", 4);
    }
}
