//! How each kind of block looks on paper: sizes, distances, colours. All lengths are points.

use super::typeface::Cut;
use crate::essay::blocks::Kind;

/// A4.
pub(super) const PAGE_WIDTH: f32 = 595.28;
pub(super) const PAGE_HEIGHT: f32 = 841.89;
/// Lines of about sixty-five letters, which the eye follows without losing its place.
pub(super) const MEASURE: f32 = 368.0;
pub(super) const LEFT: f32 = (PAGE_WIDTH - MEASURE) / 2.0;
pub(super) const TOP: f32 = 92.0;
pub(super) const BOTTOM: f32 = 104.0;
/// The title stands a little lower than the text of other pages.
pub(super) const TITLE_DROP: f32 = 38.0;
/// The baseline of the page number, from the lower edge.
pub(super) const FOLIO_BASELINE: f32 = 62.0;
pub(super) const FOLIO_SIZE: f32 = 9.0;
/// The bar beside a quotation.
pub(super) const BAR_WIDTH: f32 = 2.0;
pub(super) const BAR: [f32; 3] = [0.541, 0.294, 0.071];
pub(super) const QUIET: [f32; 3] = [0.361, 0.341, 0.320];
const INK: [f32; 3] = [0.114, 0.106, 0.098];

#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) cut: Cut,
    pub(super) size: f32,
    pub(super) leading: f32,
    pub(super) before: f32,
    pub(super) after: f32,
    pub(super) indent: f32,
    pub(super) colour: [f32; 3],
}

impl Look {
    pub(super) fn of(kind: Kind) -> Look {
        let body = Look {
            cut: Cut::Regular,
            size: 10.5,
            leading: 16.0,
            before: 0.0,
            after: 8.0,
            indent: 0.0,
            colour: INK,
        };
        match kind {
            Kind::Title => Look {
                cut: Cut::Bold,
                size: 23.0,
                leading: 29.0,
                after: 6.0,
                ..body
            },
            Kind::Subtitle => Look {
                cut: Cut::Italic,
                size: 12.5,
                leading: 18.0,
                after: 24.0,
                colour: QUIET,
                ..body
            },
            Kind::Heading => Look {
                cut: Cut::Bold,
                size: 13.5,
                leading: 18.0,
                before: 18.0,
                after: 6.0,
                ..body
            },
            Kind::Quote => Look {
                cut: Cut::Italic,
                size: 13.0,
                leading: 19.5,
                before: 10.0,
                after: 18.0,
                indent: 16.0,
                ..body
            },
            Kind::Body => body,
        }
    }

    pub(super) fn measure(&self) -> f32 {
        MEASURE - self.indent
    }

    /// From the upper edge of a line to its baseline.
    pub(super) fn baseline(&self) -> f32 {
        // Small letters, half as high as the type, stand in the middle of the line.
        self.leading / 2.0 + self.size * 0.27
    }
}
