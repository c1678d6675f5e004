// What changed between two texts, word by word.

export interface Change {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Beyond this many cells the middle is shown as replaced: nobody reads such a difference word by word. */
const CELLS_MAX = 4_000_000;

export function tokens(text: string): string[] {
  return text.match(/\n+|[^\S\n]+|[^\s]+/g) ?? [];
}

export function diff(before: string, after: string): Change[] {
  const [a, b] = [tokens(before), tokens(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const middle = differ(a.slice(start, endA), b.slice(start, endB));
  return merged([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: a.slice(endA).join('') },
  ]);
}

function differ(a: string[], b: string[]): Change[] {
  if (a.length * b.length > CELLS_MAX) {
    return [{ kind: 'removed', text: a.join('') }, { kind: 'added', text: b.join('') }];
  }
  // lengths[i][j] is the longest common subsequence of a from i and b from j.
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    if (one !== undefined && one === other) {
      changes.push({ kind: 'same', text: one });
      i++;
      j++;
    } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      changes.push({ kind: 'removed', text: one });
      i++;
    } else if (other !== undefined) {
      changes.push({ kind: 'added', text: other });
      j++;
    }
  }
  return changes;
}

function merged(changes: Change[]): Change[] {
  const out: Change[] = [];
  for (const change of changes) {
    if (change.text === '') continue;
    const last = out.at(-1);
    if (last?.kind === change.kind) last.text += change.text;
    else out.push({ ...change });
  }
  return out;
}
