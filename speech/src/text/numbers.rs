//! Numbers as they are said: counts, years, ordinals, money, times of day.

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
const SCALES: [(u64, &str); 4] = [
    (1_000_000_000_000, "trillion"),
    (1_000_000_000, "billion"),
    (1_000_000, "million"),
    (1_000, "thousand"),
];
/// Longer than that it is a serial number, and said digit by digit.
const COUNT_DIGITS_MAX: usize = 15;

/// The words of one written token that begins with a digit or a currency sign; `None` if it is no number.
pub(super) fn said(token: &str) -> Option<String> {
    let (currency, rest) = match token.chars().next()? {
        '$' => (Some(("dollar", "cent")), &token[1..]),
        '€' => (Some(("euro", "cent")), &token['€'.len_utf8()..]),
        '£' => (Some(("pound", "pence")), &token['£'.len_utf8()..]),
        _ => (None, token),
    };
    if !rest.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    if let Some(unit) = currency {
        return money(rest, unit);
    }
    if let Some(rest) = rest.strip_suffix('%') {
        return Some(format!("{} percent", plain(rest)?));
    }
    if let Some((hour, minute)) = rest.split_once(':') {
        return time(hour, minute);
    }
    for suffix in ["st", "nd", "rd", "th"] {
        if let Some(digits) = rest.strip_suffix(suffix) {
            return Some(ordinal(&count(parse(digits)?)));
        }
    }
    if let Some(year) = rest.strip_suffix("'s").or_else(|| rest.strip_suffix('s')) {
        return Some(plural(&plain(year)?));
    }
    plain(rest)
}

/// A count, a year or a decimal fraction.
fn plain(written: &str) -> Option<String> {
    if let Some((whole, fraction)) = written.split_once('.') {
        let whole = count(parse(whole)?);
        return Some(format!("{whole} point {}", digits(fraction)?));
    }
    if written.len() > COUNT_DIGITS_MAX || (written.len() > 1 && written.starts_with('0')) {
        return digits(written);
    }
    let value = parse(written)?;
    if written.len() == 4 && (1100..2100).contains(&value) {
        return Some(year(value));
    }
    Some(count(value))
}

fn parse(written: &str) -> Option<u64> {
    let digits: String = written.chars().filter(|it| *it != ',').collect();
    if digits.len() > COUNT_DIGITS_MAX {
        return None;
    }
    digits.parse().ok()
}

fn digits(written: &str) -> Option<String> {
    let words: Option<Vec<&str>> = written
        .chars()
        .map(|it| SMALL.get(it.to_digit(10)? as usize).copied())
        .collect();
    words.filter(|it| !it.is_empty()).map(|it| it.join(" "))
}

pub(super) fn count(value: u64) -> String {
    if value < 20 {
        return SMALL[value as usize].to_owned();
    }
    if value < 100 {
        let tens = TENS[(value / 10) as usize];
        return match value % 10 {
            0 => tens.to_owned(),
            ones => format!("{tens} {}", SMALL[ones as usize]),
        };
    }
    let (size, name) = SCALES
        .into_iter()
        .find(|(size, _)| value >= *size)
        .unwrap_or((100, "hundred"));
    match value % size {
        0 => format!("{} {name}", count(value / size)),
        rest => format!("{} {name} {}", count(value / size), count(rest)),
    }
}

fn year(value: u64) -> String {
    let (century, rest) = (value / 100, value % 100);
    match (century, rest) {
        (20, 0..10) => count(value),
        (_, 0) => format!("{} hundred", count(century)),
        (_, 1..10) => format!("{} oh {}", count(century), count(rest)),
        (_, _) => format!("{} {}", count(century), count(rest)),
    }
}

fn ordinal(counted: &str) -> String {
    const IRREGULAR: [(&str, &str); 7] = [
        ("one", "first"),
        ("two", "second"),
        ("three", "third"),
        ("five", "fifth"),
        ("eight", "eighth"),
        ("nine", "ninth"),
        ("twelve", "twelfth"),
    ];
    let (before, last) = match counted.rsplit_once(' ') {
        Some((before, last)) => (format!("{before} "), last),
        None => (String::new(), counted),
    };
    let last = match IRREGULAR.iter().find(|(it, _)| *it == last) {
        Some((_, ordinal)) => (*ordinal).to_owned(),
        None => match last.strip_suffix('y') {
            Some(stem) => format!("{stem}ieth"),
            None => format!("{last}th"),
        },
    };
    before + &last
}

fn plural(counted: &str) -> String {
    match counted.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if counted.ends_with('x') => format!("{counted}es"),
        None => format!("{counted}s"),
    }
}

fn money(written: &str, (unit, part): (&str, &str)) -> Option<String> {
    let named = |value: u64, name: &str| match (value, name) {
        (1, _) | (_, "pence") => format!("{} {name}", count(value)),
        (_, _) => format!("{} {name}s", count(value)),
    };
    match written.split_once('.') {
        None => Some(named(parse(written)?, unit)),
        Some((whole, cents)) if cents.len() == 2 => {
            let (whole, cents) = (parse(whole)?, parse(cents)?);
            match (whole, cents) {
                (_, 0) => Some(named(whole, unit)),
                (0, _) => Some(named(cents, part)),
                (_, _) => Some(format!("{} and {}", named(whole, unit), named(cents, part))),
            }
        }
        Some(_) => Some(format!("{} {unit}s", plain(written)?)),
    }
}

fn time(hour: &str, minute: &str) -> Option<String> {
    let (h, m) = (parse(hour)?, parse(minute)?);
    if minute.len() != 2 || h > 24 || m > 59 {
        return Some(format!("{} to {}", plain(hour)?, plain(minute)?));
    }
    Some(match m {
        0 if h <= 12 => format!("{} o'clock", count(h)),
        0 => format!("{} hundred", count(h)),
        1..10 => format!("{} oh {}", count(h), count(m)),
        _ => format!("{} {}", count(h), count(m)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_as_people_say_them() {
        for (written, expected) in [
            ("0", "zero"),
            ("14", "fourteen"),
            ("42", "forty two"),
            ("300", "three hundred"),
            ("1,250", "one thousand two hundred fifty"),
            ("2000000", "two million"),
            ("1987", "nineteen eighty seven"),
            ("1905", "nineteen oh five"),
            ("2000", "two thousand"),
            ("2008", "two thousand eight"),
            ("2026", "twenty twenty six"),
            ("1990s", "nineteen nineties"),
            ("3.14", "three point one four"),
            ("21st", "twenty first"),
            ("30th", "thirtieth"),
            ("$15", "fifteen dollars"),
            ("$1", "one dollar"),
            ("$2.50", "two dollars and fifty cents"),
            ("$1.5", "one point five dollars"),
            ("80%", "eighty percent"),
            ("7:30", "seven thirty"),
            ("9:05", "nine oh five"),
            ("12:00", "twelve o'clock"),
            ("007", "zero zero seven"),
        ] {
            assert_eq!(said(written).as_deref(), Some(expected), "{written}");
        }
    }

    #[test]
    fn what_is_no_number_is_left_alone() {
        for written in ["$", "abc", "", "3x", "12:", "1.", "%", "9.9.9"] {
            assert_eq!(said(written), None, "{written}");
        }
        let serial = "12345678901234567890";
        assert!(said(serial).is_some_and(|it| it.starts_with("one two three")));
    }
}
