import { isTestPath } from '../../code/languageOf.js';
import { callGraphOf } from '../../trace/codeGraph/callGraph.js';
import { type CodeIndex, fullName, type Part } from '../../trace/codeGraph/codeIndex.js';
import { ranked, wordsOf } from './relatedWork.js';
import { own, quoted, row, type Row } from './row.js';

/** More would be skimmed. */
const mostNamed = 6;
const mostTouched = 8;
const mostSimilar = 4;
const mostCallers = 4;

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
/** In a code span, before a parenthesis, or with a capital, an underscore or a dot inside. */
const named = new RegExp(
  [
    `\`(${name}(?:\\.${name})*)(?:\\(\\))?\``,
    `(${name})\\(`,
    String.raw`(${name}(?:[_.]|(?<=\p{Ll})(?=\p{Lu}))${name})`,
  ].join('|'),
  'gu',
);

/**
 * Code that work may be about, each with who calls it: what the request names, what the files that it touches offer to others, and
 * what has a name with the same rare words. Tests are left out.
 *
 * @param wish what a person wants, in their own words.
 * @param touched files, relative to the root of the index.
 */
export function codeRows(index: CodeIndex, wish: string, touched: readonly string[]): readonly Row[] {
  const { parts: all, calls } = callGraphOf(index);
  const parts = all.filter(({ path }) => !isTestPath(path));
  const callers = new Map<Part, readonly Part[]>();
  for (const { from, to } of calls) if (!isTestPath(from.path)) callers.set(to, [...(callers.get(to) ?? []), from]);
  const callersOf = (part: Part): readonly Part[] => callers.get(part) ?? [];
  const isOffered = (part: Part): boolean =>
    part.definition.exported === true || callersOf(part).some(({ path }) => path !== part.path);

  const names = new Set(Array.from(wish.matchAll(named), ([, ...found]) => found.join('')));
  const files = new Set(touched);
  const byName = parts.filter(({ definition }) => names.has(definition.name) || names.has(fullName(definition)));
  const offered = parts.filter((part) => files.has(part.path) && !byName.includes(part) && isOffered(part));
  const known = new Set([...byName, ...offered]);
  const others = parts.filter((part) => !known.has(part));
  const similar = ranked(
    wordsOf(wish),
    others.map((part) => ({ of: part, words: wordsOf(part.definition.name) })),
    () => 0,
  );
  const kinds: readonly (readonly [why: string, found: readonly Part[]])[] = [
    ['named', byName.slice(0, mostNamed)],
    ['in a file to be touched', offered.slice(0, mostTouched)],
    ['similar by name', similar.slice(0, mostSimilar)],
  ];
  return kinds.flatMap(([why, found]) => found.map((part) => partRow(part, why, callersOf(part))));
}

function partRow({ path, definition }: Part, why: string, callers: readonly Part[]): Row {
  const { parameters, line, kind } = definition;
  const signature = `${fullName(definition)}${kind === 'function' ? `(${parameters ?? ''})` : ''}`;
  const shown = callers
    .slice(0, mostCallers)
    .map((one) => quoted(`${fullName(one.definition)} (${one.path}:${one.definition.line + 1})`));
  const rest = callers.length - shown.length;
  const calledBy = [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return row`${signature} in ${path} line ${line + 1}, ${own(why)}${own(calledBy === '' ? '' : `; called by ${calledBy}`)}`;
}
