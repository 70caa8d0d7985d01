import type { ItemTrace, TraceGraph } from '../../trace/graph.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { own, row, type Row } from './row.js';

/** More would be skimmed. */
const mostItems = 5;
const mostFiles = 8;

/** Words that more than this share of all texts have are ignored. */
const common = 0.2;

/**
 * Earlier work on the same subject: items that share words or files with this one, and files with matching names. Only rare words
 * count, the rarer the more.
 */
export function relatedRows(trace: TraceGraph, item: Pick<ItemTrace, 'id' | 'files'>, wish: string): readonly Row[] {
  const words = wordsOf(wish);
  const files = new Set(item.files.map(({ named }) => named.value));
  const others = trace.items.flatMap((id) => (id === item.id ? [] : (trace.item(id) ?? [])));
  const texts = others.map((other) => ({ of: other, words: wordsOf(textOf(other)) }));
  const items = ranked(
    words,
    texts,
    ({ files: theirs }) => theirs.filter(({ named }) => files.has(named.value)).length,
  );
  const paths = (trace.project.code?.paths ?? []).map((path) => ({ of: path, words: wordsOf(path) }));
  return [
    ...items
      .slice(0, mostItems)
      .map(
        (other) =>
          row`Item ${other.id}: ${itemTitle(other) ?? ''}${own(other.spec ? ', spec ' : '')}${other.spec ? other.spec.path : own('')}`,
      ),
    ...ranked(words, paths, () => 0)
      .slice(0, mostFiles)
      .map((path) => row`File ${path}`),
  ];
}

interface Candidate<Of> {
  readonly of: Of;
  readonly words: ReadonlySet<string>;
}

/** Candidates by the rare words they share, best first. @param more other matches; each counts as one rare word. */
export function ranked<Of>(
  words: ReadonlySet<string>,
  all: readonly Candidate<Of>[],
  more: (of: Of) => number,
): readonly Of[] {
  const having = new Map<string, number>();
  for (const { words: theirs } of all)
    for (const word of theirs) if (words.has(word)) having.set(word, (having.get(word) ?? 0) + 1);
  const most = Math.max(2, all.length * common);
  const weight = (word: string): number => {
    const times = having.get(word) ?? 0;
    return times === 0 || times > most ? 0 : Math.log(1 + all.length / times);
  };
  const rare = Math.log(1 + all.length);
  return all
    .map(({ of, words: theirs }) => ({
      of,
      weight: [...theirs].reduce((sum, word) => sum + (words.has(word) ? weight(word) : 0), more(of) * rare),
    }))
    .filter((one) => one.weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ of }) => of);
}

function textOf(item: ItemTrace): string {
  return [itemTitle(item) ?? '', ...item.coverage.requirements.map(({ requirement }) => requirement.name.value)].join(
    '\n',
  );
}

/** Words of at least four letters, also within camelCase, without a final s. */
export function wordsOf(text: string): ReadonlySet<string> {
  const apart = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return new Set((apart.match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/u, '')));
}
