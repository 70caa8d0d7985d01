import { todo } from '../../documents/toFillIn.js';
import type { NewTestNames } from '../../code/newTests/newTestPath.js';
import type { NewTest } from '../../code/newTests/newTests.js';
import { criterionKey } from '../../documents/spec/criterionKey.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Criterion } from '../../documents/spec/spec.js';
import { criterionTitle } from '../../documents/testCase/testCaseTemplate.js';
import { span } from '../../markdown/span.js';
import { wordsKey } from '../../trace/identifierWords.js';
import { readNaming } from '../../trace/naming.js';
import type { Project } from '../../workspace/project.js';

/** How an item is written in the names of its test file and class. */
export function testNames(item: string): NewTestNames {
  const hyphens = wordsKey(item);
  return {
    hyphens: item.toLowerCase(),
    underscores: hyphens.replaceAll('-', '_'),
    className: classWords(hyphens.split('-')),
  };
}

/** Two numbers in a row would read as one. */
function classWords(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const apart = /\d$/.test(words[index - 1] ?? '') && /^\d/.test(word) ? '_' : '';
      return apart + word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join('');
}

/** A test to write for each criterion of a spec; of one without criteria, for the item. */
export function testsToWrite(
  project: Pick<Project, 'ofKind'>,
  { model: { criteria } }: ParsedDocument<'spec'>,
  item: string,
): readonly NewTest[] {
  const words = wordsKey(item).replaceAll('-', '_');
  if (criteria.length === 0) return [{ identifier: words, title: item, steps: [] }];
  const keyOf = criterionKey(criteria);
  const namesOnly = namingCheck(project, item);
  const taken = new Set<string>();
  return criteria.map((criterion): NewTest => {
    const key = keyOf(criterion).replace(' ', '');
    const name = plainName(criterion);
    const slug = slugOf(name);
    const bare = `${words}_${key.toLowerCase()}`;
    const wanted = slug !== '' && namesOnly(`${bare}_${slug}`, key) ? `${bare}_${slug}` : bare;
    const title = `${item}/${key}`;
    return {
      identifier: distinct(wanted, taken),
      title: name !== '' && namesOnly(`${title} ${name}`, key) ? `${title} ${name}` : title,
      steps: criterion.steps.map(({ keyword, text }) => `${keyword} ${plain(text.value)}`).filter(isPlainComment),
    };
  });
}

function plainName(criterion: Criterion): string {
  const name = plain(criterionTitle(criterion));
  return name === todo ? '' : name;
}

function plain(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
}

/** What names an id would make the test one of another part, and some compilers read escapes in comments. */
function isPlainComment(text: string): boolean {
  const { items, bare } = readNaming({ value: text, span: span(0, text.length) }, () => undefined);
  return items.length === 0 && bare.length === 0 && !/\\|DEFERRED\(|pactwright-/u.test(text);
}

const longestSlug = 60;

function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('_').slice(0, longestSlug).replace(/_$/, '');
}

/** Whether a name is read as the one of a criterion and nothing else. */
function namingCheck(project: Pick<Project, 'ofKind'>, item: string): (name: string, key: string) => boolean {
  const byWords = new Map(
    project.ofKind('spec').flatMap((spec) => (spec.item === undefined ? [] : [[wordsKey(spec.item), spec.item]])),
  );
  return (name, key) => {
    const { items, bare } = readNaming({ value: name, span: span(0, name.length) }, (words) => byWords.get(words));
    const [first, second] = items;
    const ids = first?.ids.map(({ value }) => value);
    return first?.item.value === item && !second && bare.length === 0 && ids?.length === 1 && ids[0] === key;
  };
}

function distinct(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_x${number}`;
  taken.add(free);
  return free;
}
