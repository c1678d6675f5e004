//! Packs the parts of a document into one ZIP file: the same parts, the same bytes.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::ExportError;

pub(super) struct Package(ZipWriter<Cursor<Vec<u8>>>);

impl Package {
    pub(super) fn new() -> Package {
        Package(ZipWriter::new(Cursor::new(Vec::new())))
    }

    /// A part that readers recognise the file by: it has to lie there uncompressed.
    pub(super) fn add_plain(&mut self, name: &str, content: &str) -> Result<(), ExportError> {
        self.write(name, content, CompressionMethod::Stored)
    }

    pub(super) fn add(&mut self, name: &str, content: &str) -> Result<(), ExportError> {
        self.write(name, content, CompressionMethod::Deflated)
    }

    pub(super) fn finish(self) -> Result<Vec<u8>, ExportError> {
        Ok(self.0.finish()?.into_inner())
    }

    fn write(
        &mut self,
        name: &str,
        content: &str,
        method: CompressionMethod,
    ) -> Result<(), ExportError> {
        // A part without a time says 1980, on every machine and at every hour.
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default());
        self.0.start_file(name, options)?;
        self.0
            .write_all(content.as_bytes())
            .map_err(zip::result::ZipError::from)?;
        Ok(())
    }
}
