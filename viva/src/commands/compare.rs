//! `viva essay --compare`: the three styles side by side.

use std::sync::Arc;

use documents::{essay_to_html, essay_to_markdown, essay_to_text};
use interview::{Essay, Style};
use unicode_width::UnicodeWidthStr;

use super::essay::{finish, write_on};
use crate::cli::{EssayArgs, EssayFormat};
use crate::console;
use crate::desk::Desk;

/// Narrower columns than this are not read but deciphered.
const COLUMN_MIN: usize = 36;
const COLUMN_MAX: usize = 80;
const GAP: usize = 3;

const COLUMNS_CSS: &str = "main{max-width:none}\
.styles{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:2.5rem;align-items:start}\
.styles h2.style{font-size:.9rem;letter-spacing:.08em;text-transform:uppercase}\
@media (max-width:60rem){.styles{grid-template-columns:1fr}}\n";

pub(super) async fn run(desk: Desk, args: &EssayArgs) -> anyhow::Result<()> {
    let session = desk.find(&args.session.session).await?;
    let (mut stage, lease) = desk.stage(&session).await?;
    stage.follow(coordinator::style_guide(&desk.store).await?);
    let bar = console::bar(Style::ALL.len() as u64, "writing");
    let mut essays: Vec<Arc<Essay>> = Vec::new();
    let mut outcome = Ok(());
    for style in Style::ALL {
        match write_on(&mut stage, style, args.wish()).await {
            Ok(essay) => essays.push(essay),
            Err(error) => outcome = Err(error),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    lease.let_go().await;
    drop(stage);
    desk.close().await?;
    outcome?;
    let essays: Vec<Essay> = essays.iter().map(|essay| finish(essay, args)).collect();
    let text = match args.format() {
        EssayFormat::Json => serde_json::to_string_pretty(&essays)? + "\n",
        EssayFormat::Html => page(&essays),
        EssayFormat::Docx | EssayFormat::Pdf | EssayFormat::Epub => {
            anyhow::bail!("styles are compared as md, html or json")
        }
        EssayFormat::Md if args.out.is_some() => one_after_the_other(&essays),
        EssayFormat::Md => match console::columns().and_then(column_width) {
            Some(width) => side_by_side(&essays, width),
            None => one_after_the_other(&essays),
        },
    };
    console::deliver(text.as_bytes(), args.out.as_deref())
}

/// How wide each of three columns may be; none if they would be too narrow.
fn column_width(terminal: usize) -> Option<usize> {
    let width = terminal.saturating_sub(2 * GAP) / 3;
    (width >= COLUMN_MIN).then_some(width.min(COLUMN_MAX))
}

fn one_after_the_other(essays: &[Essay]) -> String {
    essays
        .iter()
        .map(|essay| {
            format!(
                "<!-- {} -->\n\n{}\n",
                essay.style.as_str(),
                essay_to_markdown(essay)
            )
        })
        .collect()
}

fn side_by_side(essays: &[Essay], width: usize) -> String {
    let columns: Vec<Vec<String>> = essays
        .iter()
        .map(|essay| {
            let head = format!("{} · {} words", essay.style.as_str(), words(essay));
            let mut lines = vec![head, "─".repeat(width)];
            for line in essay_to_text(essay).lines() {
                wrap(line, width, &mut lines);
            }
            lines
        })
        .collect();
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..rows {
        let mut line = String::new();
        for (n, column) in columns.iter().enumerate() {
            let cell = column.get(row).map_or("", String::as_str);
            line.push_str(cell);
            if n + 1 < columns.len() {
                line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + GAP));
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn words(essay: &Essay) -> usize {
    essay
        .sentences()
        .map(|sentence| sentence.text.split_whitespace().count())
        .sum()
}

fn wrap(line: &str, width: usize, lines: &mut Vec<String>) {
    let mut current = String::new();
    for word in line.split_whitespace() {
        if !current.is_empty() && current.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut current));
        }
        if !current.is_empty() {
            current.push(' ');
        }
        current.push_str(word);
        // A word wider than the column is cut: it would push the other columns aside.
        while current.width() > width {
            let at = cut(&current, width);
            let rest = current.split_off(at);
            lines.push(std::mem::replace(&mut current, rest));
        }
    }
    lines.push(current);
}

/// The byte up to which a text fits, at least one letter of it.
fn cut(text: &str, width: usize) -> usize {
    let mut ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let first = ends.next().unwrap_or(text.len());
    ends.take_while(|end| text[..*end].width() <= width)
        .last()
        .unwrap_or(first)
}

/// One page: the article of each style's own page, in a column.
fn page(essays: &[Essay]) -> String {
    let pages: Vec<String> = essays.iter().map(essay_to_html).collect();
    let Some((head, _)) = pages
        .first()
        .and_then(|first| first.split_once("<article>"))
    else {
        return String::new();
    };
    let head = head.replacen("</style>", &format!("{COLUMNS_CSS}</style>"), 1);
    let mut out = format!("{head}<div class=\"styles\">\n");
    for (essay, page) in essays.iter().zip(&pages) {
        let article = page
            .split_once("<article>")
            .and_then(|(_, rest)| rest.split_once("</article>"))
            .map_or("", |(article, _)| article);
        out.push_str(&format!(
            "<section>\n<h2 class=\"style\">{}</h2>\n<article>{article}</article>\n</section>\n",
            essay.style.as_str()
        ));
    }
    out.push_str("</div>\n</main>\n</body>\n</html>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_columns_need_room() {
        assert_eq!(column_width(80), None);
        assert_eq!(column_width(120), Some(38));
        assert_eq!(column_width(1_000), Some(COLUMN_MAX));
    }

    #[test]
    fn no_line_is_wider_than_its_column() {
        let mut lines = Vec::new();
        wrap(
            "short words and 我喜欢船我喜欢船我喜欢船 averyverylongword",
            9,
            &mut lines,
        );
        assert!(lines.iter().all(|line| line.width() <= 9), "{lines:?}");
        let joined: String = lines.concat().chars().filter(|c| *c != ' ').collect();
        assert_eq!(
            joined,
            "shortwordsand我喜欢船我喜欢船我喜欢船averyverylongword"
        );
    }
}
