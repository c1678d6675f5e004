// Finds in a turn the words that a sentence was made of, so that they can be marked.

/** Fewer words in a row are found anywhere. */
const WORDS_MIN = 3;

interface Word {
  plain: string;
  from: number;
  to: number;
}

function words(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu)].map((found) => ({
    plain: found[0].toLocaleLowerCase().replaceAll('’', "'"),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** The turn in three pieces, the middle one being the longest run of words that both share; null when there is none. */
export function passage(turn: string, sentence: string): [string, string, string] | null {
  const [said, written] = [words(turn), words(sentence)];
  let best = { end: 0, length: 0 };
  let before: number[] = new Array<number>(written.length + 1).fill(0);
  for (let i = 0; i < said.length; i++) {
    const row = new Array<number>(written.length + 1).fill(0);
    for (let j = 0; j < written.length; j++) {
      if (said[i]?.plain !== written[j]?.plain) continue;
      const length = (before[j] ?? 0) + 1;
      row[j + 1] = length;
      if (length > best.length) best = { end: i, length };
    }
    before = row;
  }
  const [first, last] = [said[best.end - best.length + 1], said[best.end]];
  if (!first || !last || best.length < Math.min(WORDS_MIN, written.length) || best.length === 0) return null;
  return [turn.slice(0, first.from), turn.slice(first.from, last.to), turn.slice(last.to)];
}
