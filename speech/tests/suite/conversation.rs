//! What one voice says, the recogniser understands.
#![expect(clippy::print_stderr, reason = "the error rate is reported")]

use std::io::Cursor;

use serde_json::{Value, json};

use crate::companion::{Companion, JOE, TINY, wav};

/// Of the smallest model there is, on what an interview is made of. A voice never says a sentence twice in the same way:
/// from run to run it is 2 to 8 %. A wrong sound in the dictionary makes it 30 %.
const WORD_ERROR_RATE_MAX: f64 = 0.15;

const SAID: &[&str] = &[
    "What do you do in the first hour with a piano you have never met?",
    "Tell me about a night when the tuning did not hold.",
    "I stopped using the app after two weeks because the invoices were confusing.",
    "My grandmother taught me to listen before I touched a single key.",
    "We moved the whole company to another city, and nobody asked the customers.",
    "The hardest decision was to throw away a year of work and begin again.",
    "You mentioned that the engineers disagreed with you. How did that end?",
    "Every morning I walk along the river and think about one question only.",
    "What would somebody say who thinks that you were completely wrong?",
    "The hospital gave us three months, and we built the system in five weeks.",
    "People remember the concert, but they never remember who tuned the instrument.",
    "Before we finish, is there anything that I should have asked you?",
];

fn words(text: &str) -> Vec<String> {
    let kept = |it: char| it.is_alphanumeric() || it == '\'';
    let lower = text
        .to_lowercase()
        .replace('3', "three")
        .replace('5', "five");
    lower
        .split(|it| !kept(it))
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Words to insert, delete or replace.
fn errors(said: &[String], heard: &[String]) -> usize {
    let mut row: Vec<usize> = (0..=heard.len()).collect();
    for (at, word) in said.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, other) in heard.iter().enumerate() {
            let replaced = diagonal + usize::from(word != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[heard.len()]
}

#[tokio::test]
async fn what_the_voice_says_the_recogniser_writes_down() {
    let companion = Companion::start(&[TINY, JOE]);
    let (mut n_errors, mut n_words) = (0, 0);
    for sentence in SAID {
        let heard = companion.heard(companion.spoken(sentence).await).await;
        let (said, heard) = (words(sentence), words(&heard));
        let wrong = errors(&said, &heard);
        if wrong > 0 {
            eprintln!(
                "{wrong} wrong: “{sentence}” was heard as “{}”",
                heard.join(" ")
            );
        }
        n_errors += wrong;
        n_words += said.len();
    }
    let rate = n_errors as f64 / n_words as f64;
    eprintln!(
        "word error rate of {TINY} on {JOE}: {:.1} % of {n_words} words",
        rate * 100.0
    );
    assert!(rate < WORD_ERROR_RATE_MAX, "{rate}");
}

#[tokio::test]
async fn the_verbose_answer_says_when_and_in_which_language() {
    let companion = Companion::start(&[TINY, JOE]);
    let sound = companion
        .spoken("Good morning. The train to the mountains is late again.")
        .await;
    let fields = [("response_format", "verbose_json"), ("model", TINY)];
    let response = companion.transcribe(sound.clone(), &fields).await;
    let answer: Value = response.json().await.unwrap();
    assert_eq!(
        (&answer["task"], &answer["language"]),
        (&json!("transcribe"), &json!("english"))
    );
    let seconds = answer["duration"].as_f64().unwrap();
    let expected = f64::from(
        hound::WavReader::new(Cursor::new(&sound))
            .unwrap()
            .duration(),
    ) / 24_000.0;
    assert!((seconds - expected).abs() < 0.01, "{seconds} {expected}");
    let segments = answer["segments"].as_array().unwrap();
    let last = segments.last().unwrap()["end"].as_f64().unwrap();
    assert!(last > 1.0 && last <= seconds + 0.001, "{last} of {seconds}");
    assert!(
        answer["text"].as_str().unwrap().contains("train"),
        "{answer}"
    );

    let plain = companion
        .transcribe(sound, &[("response_format", "text")])
        .await;
    assert!(plain.text().await.unwrap().contains("train"));
}

#[tokio::test]
async fn silence_and_hum_are_no_words() {
    let companion = Companion::start(&[TINY]);
    let hum = (0..48_000).map(|at| ((at as f32 * 0.02).sin() * 20.0) as i16);
    for sound in [wav(vec![0; 48_000]), wav(vec![0; 10]), wav(hum)] {
        assert_eq!(companion.heard(sound).await, "");
    }
}

#[tokio::test]
async fn raw_sound_is_as_long_as_the_file_and_half_the_speed_is_twice_as_long() {
    let companion = Companion::start(&[JOE]);
    let text = "One sentence comes first. Then a second sentence comes after it.";
    let mut lengths = Vec::new();
    for speed in [1.0, 0.5] {
        let wish = json!({"input": text, "response_format": "pcm", "speed": speed, "voice": JOE});
        let response = companion.speak(wish).await;
        assert_eq!(response.headers()["content-type"], "audio/pcm");
        let bytes = response.bytes().await.unwrap();
        assert_eq!(bytes.len() % 2, 0);
        lengths.push(bytes.len() as f64 / 48_000.0);
    }
    assert!((2.0..8.0).contains(&lengths[0]), "{lengths:?} s");
    let ratio = lengths[1] / lengths[0];
    assert!((1.5..2.5).contains(&ratio), "{lengths:?} s");
}

#[tokio::test]
async fn the_first_sentence_is_sent_before_the_last_is_made() {
    let mut companion = Companion::start(&[JOE]);
    let text = "This is the beginning. ".repeat(40);
    let mut response = companion
        .speak(json!({"input": text, "response_format": "pcm"}))
        .await;
    assert!(response.chunk().await.unwrap().unwrap().len() > 1_000);
    // Nobody listens any longer: it must notice, and not speak the rest to itself.
    drop(response);
    let short = companion
        .speak(json!({"input": "Hello.", "response_format": "pcm"}))
        .await;
    assert_eq!(short.status(), 200);
    let mut log = String::new();
    let mut reader = companion.log();
    while !log.contains("spoke") {
        std::io::BufRead::read_line(&mut reader, &mut log).unwrap();
    }
    assert_eq!(log.matches("n_samples").count(), 1, "{log}");
}

#[tokio::test]
async fn a_recognition_nobody_waits_for_is_given_up() {
    let mut companion = Companion::start(&[TINY, JOE]);
    let mut sound = Vec::new();
    let sentence = companion
        .spoken("The river was higher than anybody could remember.")
        .await;
    let mut reader = hound::WavReader::new(Cursor::new(sentence)).unwrap();
    let samples: Vec<i16> = reader.samples().map(Result::unwrap).collect();
    for _ in 0..60 {
        sound.extend(&samples);
    }
    let companion_url = companion.at("/v1/audio/transcriptions");
    let part = reqwest::multipart::Part::bytes(wav(sound)).file_name("a.wav");
    let form = reqwest::multipart::Form::new()
        .part("file", part)
        .text("language", "en");
    let call = tokio::spawn(
        reqwest::Client::new()
            .post(companion_url)
            .multipart(form)
            .send(),
    );
    let at_work = async || companion.health().await["at_work"]["listening"] == 1;
    while !at_work().await {}
    call.abort();
    while at_work().await {}
    let mut log = String::new();
    let mut reader = companion.log();
    while !log.contains("gave up") {
        let n_bytes = std::io::BufRead::read_line(&mut reader, &mut log).unwrap();
        assert!(n_bytes > 0 && !log.contains("recognised"), "{log}");
    }
}
