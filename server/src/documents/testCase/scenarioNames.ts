import { collect, none } from '../../base/same.js';
import { type Located, span } from '../../markdown/span.js';
import { findCitations } from '../citations.js';
import { findItemIds } from '../itemId.js';

// Right behind the id may be the mark that ends its bold type.
const idEnd = String.raw`(?=__(?!\w)|(?![\w-]))`;
// The id may be in bold type of its own.
const separators = String.raw`(?:\*\*|__)?\s*(?:[:：](?:(?:\*\*|__)(?!\S))?|[–—-](?=\s))?\s*`;
const separator = new RegExp(`^${separators}`, 'u');
const testCaseId = new RegExp(`^(TC-\\d+${idEnd})${separators}`, 'u');
const groupId = new RegExp(`^((?:TC-\\d+|AC-?\\d+)${idEnd})${separators}`, 'iu');

/** Whether a title begins with the letter of an id, `TC` or `AC`. */
function mayBeginWithId(title: string): boolean {
  const first = title.charAt(0).toLowerCase();
  return first === 't' || first === 'a';
}

/** A title taken apart into the id it begins with and the rest. */
export interface NamedById {
  readonly id?: Located;
  readonly name: Located;
}

/** `TC-1: reload keeps the cart` as id and name; a title without such an id is all name. */
export function splitTestCaseId(title: Located): NamedById {
  return splitId(title, testCaseId);
}

/** The same for the headings that group scenarios, which may begin with `AC1` too. */
export function splitGroupId(title: Located): NamedById {
  return splitId(title, groupId);
}

/** The id that `splitGroupId` finds. */
export function groupIdOf(title: Located): Located | undefined {
  if (!mayBeginWithId(title.value)) return undefined;
  const id = groupId.exec(title.value)?.[1];
  return id === undefined ? undefined : cut(title, 0, id.length);
}

function splitId(title: Located, pattern: RegExp): NamedById {
  const match = mayBeginWithId(title.value) ? pattern.exec(title.value) : null;
  const id = match?.[1];
  if (!match || id === undefined) return { name: title };
  return { id: cut(title, 0, id.length), name: cut(title, match[0].length, title.value.length) };
}

/** `Test Cases: STORY-001 — cart` as item id and text; the id may also be without the words before it, or later. */
export function splitItemId(title: Located): NamedById {
  const lead = /^Test\s+Cases?\s*[:：]?\s*/iu.exec(title.value)?.[0].length ?? 0;
  const id = findItemIds(title.value, title.span.start)[0];
  if (!id) return { name: cut(title, lead, title.value.length) };
  const before = id.span.start - title.span.start;
  if (before > lead) return { id, name: cut(title, lead, title.value.length) };
  const end = before + id.value.length;
  const gap = separator.exec(title.value.slice(end))?.[0].length ?? 0;
  return { id, name: cut(title, end + gap, title.value.length) };
}

/**
 * The criteria and requirements that texts name, ranges expanded, each id once.
 *
 * @param inherited what the surroundings name.
 */
export function citesOf(texts: readonly Located[], inherited: readonly Located[] = none): readonly Located[] {
  const all = collect(texts, ({ value, span: { start } }) => findCitations(value, start, citable)).concat(inherited);
  // Most name one criterion and one requirement.
  if (all.length < 2 || (all.length === 2 && all[0]?.value !== all[1]?.value)) return all;
  const known = new Set<string>();
  return all.filter(({ value }) => {
    const isNew = !known.has(value);
    known.add(value);
    return isNew;
  });
}

const citable = ['AC', 'R'] as const;

function cut({ value, span: { start } }: Located, from: number, to: number): Located {
  const place = span(start + from, start + to);
  return { value: value.slice(from, to), span: place };
}
