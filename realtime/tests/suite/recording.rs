//! The recording as a listener finds it: where sound lies, how large the file is, what a kill leaves.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use ogg::PacketReader;
use realtime::{Recorder, read_wav, resample};
use ropus::{Channels, DecodeMode, Decoder};

struct Playback {
    person: Vec<i16>,
    interviewer: Vec<i16>,
    ended: bool,
}

/// Decodes what is there, as a player does: pre-skip dropped, the end trimmed by the last position.
fn play(path: &Path) -> Playback {
    let mut packets = PacketReader::new(File::open(path).unwrap());
    let head = packets.read_packet().unwrap().unwrap();
    let pre_skip = usize::from(u16::from_le_bytes([head.data[10], head.data[11]]));
    packets.read_packet().unwrap().unwrap();
    let mut decoder = Decoder::new(48_000, Channels::Stereo).unwrap();
    let (mut sound, mut ended, mut position) = (Vec::new(), false, 0);
    while let Ok(Some(packet)) = packets.read_packet() {
        let mut out = vec![0_i16; 960 * 2];
        let n = decoder
            .decode(&packet.data, &mut out, DecodeMode::Normal)
            .unwrap();
        sound.extend_from_slice(&out[..n * 2]);
        ended |= packet.last_in_stream();
        position = packet.absgp_page() as usize;
    }
    sound.truncate(position * 2);
    let sound = sound.split_off(pre_skip * 2);
    Playback {
        person: sound.iter().copied().step_by(2).collect(),
        interviewer: sound.iter().copied().skip(1).step_by(2).collect(),
        ended,
    }
}

fn onset_ms(samples: &[i16]) -> usize {
    samples
        .iter()
        .position(|it| it.unsigned_abs() > 2_000)
        .unwrap()
        / 48
}

fn click() -> Vec<i16> {
    (0..2_400)
        .map(|at| if at / 12 % 2 == 0 { 12_000 } else { -12_000 })
        .collect()
}

#[test]
fn sound_lies_where_the_clock_says_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.ogg");
    let recorder = Recorder::start(&path, 5_000).unwrap();
    for at_ms in (5_000..15_000).step_by(20) {
        let loud = (7_000..7_100).contains(&at_ms);
        let start = (at_ms as usize - 5_000) % 100 * 24;
        let sound = if loud {
            click()[start..start + 480].to_vec()
        } else {
            vec![0; 480]
        };
        // Times of arrival jitter by up to 15 ms.
        recorder.person(at_ms + at_ms / 20 % 4 * 5, sound);
    }
    recorder.interviewer(16_000, click());
    recorder.clock(17_000);
    let recorded = recorder.close().unwrap();
    assert_eq!((recorded.ms, recorded.n_dropped), (12_000, 0));
    let heard = play(&path);
    assert!(heard.ended);
    assert_eq!(heard.person.len(), 12_000 * 48);
    assert!(
        onset_ms(&heard.person).abs_diff(2_000) <= 50,
        "{}",
        onset_ms(&heard.person)
    );
    let at = onset_ms(&heard.interviewer);
    assert!(at.abs_diff(11_000) <= 50, "{at}");
    assert!(
        heard.interviewer[..10_900 * 48]
            .iter()
            .all(|it| it.unsigned_abs() < 200)
    );
}

#[test]
fn a_minute_of_two_speakers_is_less_than_a_megabyte() {
    let (speech, rate) = read_wav(include_bytes!("../sounds/answer.wav")).unwrap();
    let speech = resample(&speech, rate, 24_000).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.ogg");
    let recorder = Recorder::start(&path, 0).unwrap();
    let minute: Vec<i16> = speech.iter().copied().cycle().take(24_000 * 60).collect();
    recorder.interviewer(0, minute.clone());
    recorder.person(0, minute);
    assert_eq!(recorder.close().unwrap().ms, 60_000);
    let n_bytes = std::fs::metadata(&path).unwrap().len();
    assert!((100_000..1_000_000).contains(&n_bytes), "{n_bytes}");
}

#[test]
fn a_recording_is_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.ogg");
    std::fs::write(&path, "precious").unwrap();
    assert!(Recorder::start(&path, 0).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"precious");
}

const CHILD: &str = "REALTIME_TEST_RECORDING";

/// Run by itself it records nothing; as the child of the next test it records and waits to be killed.
#[test]
fn the_child_records_until_it_is_killed() {
    let Some(path) = std::env::var_os(CHILD) else {
        return;
    };
    let recorder = Recorder::start(Path::new(&path), 0).unwrap();
    for at_ms in (0..10_000).step_by(100) {
        recorder.person(at_ms, click());
    }
    // The queue is taken in order; when it is empty, all but what is held for the other side is on the disk.
    while std::fs::metadata(&path).unwrap().len() < 10_000 || !settled(Path::new(&path)) {
        std::thread::yield_now();
    }
    std::io::stdout().write_all(b"\nrecorded\n").unwrap();
    std::io::stdout().flush().unwrap();
    std::thread::park();
}

fn settled(path: &Path) -> bool {
    play(path).person.len() >= 9_000 * 48
}

#[test]
fn a_kill_costs_less_than_a_second_and_what_is_left_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.ogg");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "recording::the_child_records_until_it_is_killed",
            "--nocapture",
        ])
        .env(CHILD, &path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let recorded = lines
        .map_while(Result::ok)
        .any(|line| line.contains("recorded"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(recorded);
    let heard = play(&path);
    assert!(!heard.ended);
    assert!(heard.person.len() >= 9_000 * 48, "{}", heard.person.len());
    assert!(onset_ms(&heard.person[8_000 * 48..]) < 10);
}
