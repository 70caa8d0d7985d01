import type { ItemId } from '../documents/itemId.js';
import type { Located } from '../markdown/span.js';

/** The id of the item with these words (`story-al-042`, lower case, joined by hyphens); undefined if there is none. */
export type ItemResolver = (words: string) => string | undefined;

// Letters and digits are words of their own; letters are cut where upper case begins, `AC` and `HTTP` stay whole.
const word = /\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const types: ReadonlyMap<string, ItemId['type']> = new Map([
  ['story', 'STORY'],
  ['bug', 'BUG'],
  ['hotfix', 'HOTFIX'],
]);
/** A prefix has at most this many words with the number: `story-bob-01-x-003`. */
const mostWords = 6;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** An identifier's words in lower case: `TestStory042AC2` and `test_story_042_ac2` are `test story 042 ac 2`. */
function wordsOf(identifier: string): Word[] {
  return Array.from(identifier.matchAll(word), ({ 0: text, index }) => ({
    text: text.toLowerCase(),
    start: index,
    end: index + text.length,
  }));
}

/** How an item resolver is asked for an id: `STORY-al-042` is `story-al-042`. */
export function wordsKey(id: string): string {
  return wordsOf(id)
    .map(({ text }) => text)
    .join('-');
}

/** What could be an item in an identifier, as an item resolver is asked for it. */
export function itemCandidates(identifier: string): readonly string[] {
  const words = wordsOf(identifier);
  return words.flatMap(({ text }, index) => (types.has(text) ? candidatesAt(words, index).map(({ key }) => key) : []));
}

interface Candidate {
  readonly key: string;
  /** The index of the word behind it. */
  readonly next: number;
}

/** The longest last. */
function candidatesAt(words: readonly Word[], first: number): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let at = first + 1; at < Math.min(words.length, first + 1 + mostWords); at++) {
    if (!/^\d/u.test(words[at]?.text ?? '')) continue;
    const key = words.slice(first, at + 1).map(({ text }) => text);
    found.push({ key: key.join('-'), next: at + 1 });
  }
  return found;
}

/**
 * The items and ids in a name without spaces. What is no item of the project counts only in the form `STORY-042`, or as
 * `story` or `hotfix` with a number right behind it: `bug_1234` may be of anybody's tracker.
 *
 * @param offset added to every span.
 * @param exact the ids that are there as documents write them.
 */
export function findInIdentifier(
  identifier: string,
  offset: number,
  resolve: ItemResolver,
  exact: readonly Located[],
): { readonly items: readonly Located[]; readonly ids: readonly Located[] } {
  const words = wordsOf(identifier);
  const items: Located[] = [...exact];
  const ids: Located[] = [];
  const place = (from: number, to: number): Located['span'] => ({
    start: offset + (words[from]?.start ?? 0),
    end: offset + (words[to]?.end ?? 0),
  });
  for (let at = 0; at < words.length; at++) {
    const { text = '', start = 0 } = words[at] ?? {};
    const known = exact.find(({ span }) => start + offset >= span.start && start + offset < span.end);
    if (known) continue;
    const next = words[at + 1];
    const number = next && /^\d{1,15}$/u.test(next.text) ? Number(next.text) : undefined;
    if (types.has(text)) {
      const item = itemAt(words, at, resolve);
      if (!item) continue;
      items.push({ value: item.id, span: place(at, item.next - 1) });
      at = item.next - 1;
    } else if (number !== undefined && /^(?:r|ac|tc)$/u.test(text)) {
      ids.push({
        value: text === 'tc' ? `TC-${number}` : `${text.toUpperCase()}${number}`,
        span: place(at, at + 1),
      });
      at++;
    }
  }
  return { items: items.sort((a, b) => a.span.start - b.span.start), ids };
}

function itemAt(
  words: readonly Word[],
  first: number,
  resolve: ItemResolver,
): { readonly id: string; readonly next: number } | undefined {
  const candidates = candidatesAt(words, first);
  for (const { key, next } of [...candidates].reverse()) {
    const id = resolve(key);
    if (id !== undefined) return { id, next };
  }
  const [type, number] = [words[first], words[first + 1]];
  if (!type || type.text === 'bug' || !number || !/^\d{3,15}$/u.test(number.text)) return undefined;
  const id = types.get(type.text);
  return id && { id: `${id}-${number.text}`, next: first + 2 };
}
