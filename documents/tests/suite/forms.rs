//! The ways in which people write down a conversation.

use documents::TranscriptKind::{Markdown, Srt, Text, Vtt};
use documents::read_transcript;

use crate::{check, shown};

#[test]
fn labels_of_every_usual_form_open_a_turn() {
    let talk = "I Why?\nC Because it rained. We stayed.\nI And then?\nC We left.";
    for (asks, answers) in [
        ("**Ann Lee:** ", "**Bob Ray:** "),
        ("**Ann Lee**: ", "**Bob Ray**: "),
        ("Ann Lee: ", "Bob Ray: "),
        ("ANN LEE: ", "BOB RAY: "),
        ("Q: ", "A: "),
        ("Q. ", "A. "),
        ("Interviewer: ", "Expert: "),
        ("I: ", "R: "),
        ("ann: ", "bob: "),
        ("Speaker 1: ", "Speaker 2: "),
        ("Ann Lee\n", "Bob Ray\n"),
        ("**Ann Lee**\n\n", "**Bob Ray**\n\n"),
        ("## Ann Lee\n\n", "## Bob Ray\n\n"),
        ("INTERVIEWER:\n", "JANE DOE:\n"),
    ] {
        let text = format!(
            "{asks}Why?\n\n{answers}Because it rained. We stayed.\n\n{asks}And then?\n\n{answers}We left.\n"
        );
        check(Markdown, &text, talk);
        check(Text, &text, talk);
    }
}

#[test]
fn one_line_a_turn_needs_no_blank_lines() {
    check(
        Text,
        "Ann: Why?\nBob: It rained.\nAnn: And?\nBob: We left.",
        "I Why?\nC It rained.\nI And?\nC We left.",
    );
}

#[test]
fn times_stand_before_or_behind_the_name() {
    let talk = "I 1000- Why?\nC 62000- It rained. It did.";
    for text in [
        "[00:00:01] Ann: Why?\n[00:01:02] Bob: It rained. It did.",
        "00:00:01 Ann: Why?\n\n00:01:02 Bob: It rained. It did.",
        "Ann (0:01): Why?\n\nBob (1:02): It rained. It did.",
        "Ann  0:01\nWhy?\n\nBob  1:02\nIt rained. It did.",
        "**[00:00:01] Ann:** Why?\n\n**[00:01:02] Bob:** It rained. It did.",
        "**Ann** [00:00:01]: Why?\n\n**Bob** [00:01:02]: It rained. It did.",
        "[00:00:01]\nAnn: Why?\n\n[00:01:02]\nBob: It rained. It did.",
    ] {
        check(Markdown, text, talk);
        check(Text, text, talk);
    }
}

#[test]
fn paragraphs_without_a_label_belong_to_the_turn_above() {
    check(
        Markdown,
        "**Q:** Why?\n\n**A:** It rained.\nAll day.\n\nWe stayed, and I said: no.\n\nRemember: always.\n\n**Q:** And?",
        "I Why?\nC It rained. All day.¶We stayed, and I said: no.¶Remember: always.\nI And?",
    );
}

#[test]
fn what_stands_above_the_talk_is_about_it() {
    let text = "---\ntags: [x]\n---\n# A talk about *rain*\n\nDate: 3 May 2020\nInterviewer: Ann Lee\n\
                Interviewee: Bob Ray\n\nLEE: Tell me everything that you know about it.\n\nRAY: Why?\n\nLEE: So.\n\nRAY: No.";
    let imported = read_transcript(Markdown, text.as_bytes()).unwrap();
    assert_eq!(imported.title.as_deref(), Some("A talk about rain"));
    assert_eq!(imported.interviewers, ["Ann Lee"]);
    assert_eq!(imported.interviewees, ["Bob Ray"]);
    assert_eq!(
        shown(&imported),
        "I Tell me everything that you know about it.\nC Why?\nI So.\nC No.\n"
    );
}

#[test]
fn a_title_with_a_colon_is_no_speaker() {
    let talk = "I Why did you?\nC It rained. It did.\nI And?\nC We left.";
    for title in ["Oral History Interview: Ann Lee", "Rain and Sorrow: A Life"] {
        let text = format!(
            "{title}\n\nAnn: Why did you?\n\nBob: It rained. It did.\n\nAnn: And?\n\nBob: We left."
        );
        check(Text, &text, talk);
        let imported = read_transcript(Text, text.as_bytes()).unwrap();
        assert_eq!(imported.title.as_deref(), Some(title));
    }
}

#[test]
fn a_text_without_labels_is_one_person_talking() {
    check(
        Text,
        "It rained for a week.\nWe stayed.\n\nLesson one: listen. Was it hard?\n\nThen we left.\n",
        "C It rained for a week. We stayed.\nC Lesson one: listen. Was it hard?\nC Then we left.",
    );
    check(
        Markdown,
        "# Rain\n\n## Part one\n\nIt *rained*.\n\n---\n\nWe left.",
        "C It rained.\nC We left.",
    );
}

#[test]
fn writing_from_right_to_left_is_left_alone() {
    let text = "מראיין: למה?\n\nדנה כהן: כי ירד גשם כל היום.\n\nמראיין: ואז?\n\nדנה כהן: הלכנו.";
    check(
        Text,
        text,
        "I למה?\nC כי ירד גשם כל היום.\nI ואז?\nC הלכנו.",
    );
}

#[test]
fn cues_of_one_person_become_one_turn() {
    check(
        Srt,
        "1\n00:00:01,000 --> 00:00:02,000\nAnn: Why\ndid you stay?\n\n2\n00:00:02,500 --> 00:00:04,000\nBob: <i>Because</i> it\n\n\
         3\n00:00:04,100 --> 00:00:05,000\nrained.\n\n4\n00:00:05,100 --> 00:00:06,000\nAnn: And?\n\n\
         5\n00:00:06,100 --> 00:00:07,000\nBob: We left.",
        "I 1000-2000 Why did you stay?\nC 2500-5000 Because it rained.\nI 5100-6000 And?\nC 6100-7000 We left.",
    );
}

#[test]
fn every_cue_may_carry_its_name() {
    check(
        Vtt,
        "WEBVTT\n\n00:01.000 --> 00:02.000\nAnn Lee: Why did\n\n00:02.000 --> 00:03.000\nAnn Lee: you stay?\n\n\
         00:03.000 --> 00:04.000\nBob Ray: It rained\n\n00:04.000 --> 00:05.000\nBob Ray: all day long.\n\n\
         00:09.000 --> 00:10.000\nBob Ray: All night.",
        "I 1000-3000 Why did you stay?\nC 3000-5000 It rained all day long.\nC 9000-10000 All night.",
    );
}

#[test]
fn voices_are_speakers() {
    check(
        Vtt,
        "\u{feff}WEBVTT\n\nSTYLE\n::cue { color: lime }\n\nNOTE a remark\n\n1\n01:00:01.000 --> 01:00:02.000 align:start\n\
         <v.first Ann Lee>R&amp;D &lt;b&gt;?</v>\n\n01:00:02.000 --> 01:00:04.000\n<v Bob Ray>Yes.</v> <v Ann Lee>And?</v>\n",
        "I 3601000-3602000 R&D <b>?\nC 3602000-3603000 Yes.\nI 3603000-3604000 And?",
    );
}

#[test]
fn dashes_mark_the_other_person() {
    check(
        Srt,
        "1\n00:00:01,000 --> 00:00:03,000\n- Why?\n- It rained\n\n2\n00:00:03,000 --> 00:00:04,000\nall day.\n",
        "I 1000-1615 Why?\nC 1615-4000 It rained all day.",
    );
    check(
        Vtt,
        "WEBVTT\n\n00:01.000 --> 00:02.000\n>> Why did you stay?\n\n00:02.000 --> 00:03.000\n>> It rained. All of it.\n",
        "I 1000-2000 Why did you stay?\nC 2000-3000 It rained. All of it.",
    );
}

#[test]
fn cues_without_speakers_are_one_person_with_pauses() {
    check(
        Srt,
        "00:00:01,000 --> 00:00:02,000\nIt rained\n\n00:00:03,900 --> 00:00:05,000\n- all day.\n\n00:00:07,001 --> 00:00:08,000\nThank You\n",
        "C 1000-5000 It rained all day.\nC 7001-8000 Thank You",
    );
}

#[test]
fn a_talk_without_pauses_is_cut_at_the_end_of_a_sentence() {
    let minutes: String = (0..3)
        .map(|n| format!("00:{n:02}:00,000 --> 00:{n:02}:30,000\nIt rained\n\n00:{n:02}:30,000 --> 00:{:02}:00,000\nall day.\n\n", n + 1))
        .collect();
    check(
        Srt,
        &minutes,
        "C 0-60000 It rained all day.\nC 60000-120000 It rained all day.\nC 120000-180000 It rained all day.",
    );
}

#[test]
fn live_captions_that_scroll_are_read_once() {
    check(
        Vtt,
        "WEBVTT\n\n00:00.000 --> 00:02.000 align:start\nso it<00:00:01.000><c> rained</c>\n\n00:02.000 --> 00:02.010\nso it rained\n\n\
         00:02.010 --> 00:04.000\nso it rained\nand<00:00:03.000><c> rained</c>\n",
        "C 0-4000 so it rained and rained",
    );
}

#[test]
fn captions_under_another_name_are_known() {
    check(
        Text,
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Well.\n",
        "C 1000-2000 Well.",
    );
    check(
        Text,
        "1\n00:00:01,000 --> 00:00:02,000\nWell.\n",
        "C 1000-2000 Well.",
    );
}
