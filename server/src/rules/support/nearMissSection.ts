import { nearestName } from '../../base/nearestName.js';
import { type SectionName, sectionNames } from '../../documents/spec/spec.js';
import type { Heading } from '../../markdown/blocks.js';
import { plainTwin } from './plainTwin.js';

/** A level-2 heading that is nearly the name of a section, and so is not found as one. */
export interface NearMiss {
  readonly name: SectionName;
  /** Numbered headings (`## 3. Requirements`) have sisters that are numbered too, so renaming one is not all there is to do. */
  readonly numbered: boolean;
}

const others = plainTwin(String.raw`[^\p{L}]`, 'gu');

const spellings: ReadonlyMap<string, SectionName> = new Map(
  (Object.entries(sectionNames) as [SectionName, string][]) // the object is declared with exactly these keys
    .flatMap(([name, title]): [string, SectionName][] => [[fold(title), name]])
    .concat([['nongoals', 'outOfScope']]),
);

function fold(title: string): string {
  return title.toLowerCase().replace(others(title), '');
}

const numbering = /^\s*(?:(?:\d+|[ivx]+)(?:\.\d+)*[.)]\s*|\d+(?:\.\d+)*\s+)/iu;

/** Section names are matched exactly except for letter case; this finds what a person would take for one anyway. */
export function nearMissSection({ level, text }: Pick<Heading, 'level' | 'text'>): NearMiss | undefined {
  // The longest name with a number before and a remark behind it is far shorter.
  if (level !== 2 || text.length > 80) return undefined;
  const numbered = numbering.test(text);
  const words = text
    .replace(numbering, '')
    .replace(/\s*[([（][^)\]）]*[)\]）]\s*:?\s*$/u, '')
    .replace(/[&]/gu, 'and');
  const folded = fold(words);
  if (folded.length < 8) return undefined;
  const exact = spellings.get(folded);
  const nearest = exact === undefined ? nearestName(folded, spellings.keys()) : undefined;
  const name = exact ?? (nearest === undefined ? undefined : spellings.get(nearest));
  return name === undefined ? undefined : { name, numbered };
}
