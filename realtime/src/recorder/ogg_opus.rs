//! The file: Opus packets of 20 ms in Ogg pages of half a second, each on the disk before the next begins.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Write};
use std::path::Path;

use ogg::{PacketReader, PacketWriteEndInfo, PacketWriter};
use ropus::{Application, Bitrate, Channels, Encoder};

use super::RecorderError;
use crate::SAMPLE_RATE;

/// 20 ms of one channel.
pub(super) const FRAME_SAMPLES: usize = SAMPLE_RATE as usize / 50;
/// Half a second: with the wait for the other side, a kill costs less than a second.
const PACKETS_PER_PAGE: u64 = 25;
/// Half a megabyte a minute for both sides, at which speech is hardly told from the original.
const BITS_PER_SECOND: u32 = 64_000;
/// The largest packet Opus can make of 20 ms.
const PACKET_BYTES_MAX: usize = 1_275;
/// Ogg counts Opus time in samples at 48 kHz whatever the input was.
const TICKS_PER_SAMPLE: u64 = 48_000 / SAMPLE_RATE as u64;
/// There is one stream in the file, so any number names it.
const SERIAL: u32 = 0x5649_5641;

pub(super) struct OggOpus {
    file: File,
    encoder: Encoder,
    pages: PacketWriter<'static, Vec<u8>>,
    /// Held back, because the last packet of the file is marked and nobody knows which it is.
    held: Option<Vec<u8>>,
    n_written: u64,
    n_encoded: u64,
    pre_skip: u64,
}

impl OggOpus {
    pub(super) fn create(path: &Path) -> Result<OggOpus, RecorderError> {
        OggOpus::with(
            OpenOptions::new()
                .append(true)
                .create_new(true)
                .open(path)?,
        )
    }

    /// Opens a recording that was closed, or cut off by a kill, to go on behind its last packet. The old file is there until
    /// the new one has everything that was in it.
    pub(super) fn resume(path: &Path) -> Result<OggOpus, RecorderError> {
        let packets = match File::open(path) {
            Ok(file) => sound_of(file, path)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return OggOpus::create(path);
            }
            Err(error) => return Err(error.into()),
        };
        let copy = path.with_extension("opus.part");
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&copy)?;
        let mut made = OggOpus::with(file)?;
        for packet in packets {
            made.n_encoded += 1;
            made.keep(packet)?;
        }
        std::fs::rename(&copy, path)?;
        Ok(made)
    }

    /// Samples of each channel so far.
    pub(super) fn n_samples(&self) -> u64 {
        self.n_encoded * FRAME_SAMPLES as u64
    }

    fn with(file: File) -> Result<OggOpus, RecorderError> {
        let encoder = Encoder::builder(SAMPLE_RATE, Channels::Stereo, Application::Audio)
            .bitrate(Bitrate::Bits(BITS_PER_SECOND))
            .build()
            .map_err(|error| RecorderError::Encode(error.to_string()))?;
        let pre_skip = u64::from(encoder.lookahead()) * TICKS_PER_SAMPLE;
        let mut made = OggOpus {
            file,
            encoder,
            pages: PacketWriter::new(Vec::new()),
            held: None,
            n_written: 0,
            n_encoded: 0,
            pre_skip,
        };
        made.write(head(pre_skip), PacketWriteEndInfo::EndPage, 0)?;
        made.write(tags(), PacketWriteEndInfo::EndPage, 0)?;
        Ok(made)
    }

    /// 20 ms, left and right in turn.
    pub(super) fn push(&mut self, frame: &[i16]) -> Result<(), RecorderError> {
        let mut packet = vec![0; PACKET_BYTES_MAX];
        let n_bytes = self
            .encoder
            .encode(frame, &mut packet)
            .map_err(|error| RecorderError::Encode(error.to_string()))?;
        packet.truncate(n_bytes);
        self.n_encoded += 1;
        self.keep(packet)
    }

    fn keep(&mut self, packet: Vec<u8>) -> Result<(), RecorderError> {
        if let Some(before) = self.held.replace(packet) {
            self.n_written += 1;
            let end = match self.n_written.is_multiple_of(PACKETS_PER_PAGE) {
                true => PacketWriteEndInfo::EndPage,
                false => PacketWriteEndInfo::NormalPacket,
            };
            self.write(before, end, self.n_written * ticks_per_packet())?;
        }
        Ok(())
    }

    /// `n_samples` of each channel were recorded; what pads the last packet is trimmed by the last position.
    pub(super) fn finish(mut self, n_samples: u64) -> Result<(), RecorderError> {
        let last = self.pre_skip + n_samples * TICKS_PER_SAMPLE;
        while self.n_encoded * ticks_per_packet() < last || self.held.is_none() {
            self.push(&[0; FRAME_SAMPLES * 2])?;
        }
        if let Some(packet) = self.held.take() {
            self.write(packet, PacketWriteEndInfo::EndStream, last)?;
        }
        Ok(())
    }

    fn write(
        &mut self,
        packet: Vec<u8>,
        end: PacketWriteEndInfo,
        position: u64,
    ) -> Result<(), RecorderError> {
        self.pages.write_packet(packet, SERIAL, end, position)?;
        let page = self.pages.inner_mut();
        if !page.is_empty() {
            // One write a page: a kill leaves whole pages behind.
            self.file.write_all(page)?;
            self.file.sync_data()?;
            page.clear();
        }
        Ok(())
    }
}

/// The packets of sound in a file. What a kill left incomplete at its end is not among them.
fn sound_of(file: File, path: &Path) -> Result<Vec<Vec<u8>>, RecorderError> {
    if file.metadata()?.len() == 0 {
        return Ok(Vec::new());
    }
    let mut reader = PacketReader::new(BufReader::new(file));
    let is_ours =
        matches!(reader.read_packet(), Ok(Some(head)) if head.data.starts_with(b"OpusHead"));
    if !is_ours {
        return Err(RecorderError::NotOurs(path.display().to_string()));
    }
    let mut packets = Vec::new();
    // The second packet has the tags.
    let mut has_tags = false;
    while let Ok(Some(packet)) = reader.read_packet() {
        if std::mem::replace(&mut has_tags, true) {
            packets.push(packet.data);
        }
    }
    Ok(packets)
}

fn ticks_per_packet() -> u64 {
    FRAME_SAMPLES as u64 * TICKS_PER_SAMPLE
}

/// The identification header of RFC 7845: two channels, no gain, plain left and right.
fn head(pre_skip: u64) -> Vec<u8> {
    let mut head = b"OpusHead\x01\x02".to_vec();
    head.extend((pre_skip as u16).to_le_bytes());
    head.extend(SAMPLE_RATE.to_le_bytes());
    head.extend([0, 0, 0]);
    head
}

fn tags() -> Vec<u8> {
    let vendor = b"viva";
    let mut tags = b"OpusTags".to_vec();
    tags.extend((vendor.len() as u32).to_le_bytes());
    tags.extend(vendor);
    tags.extend(0_u32.to_le_bytes());
    tags
}
