import { todo } from '../../documents/toFillIn.js';
import type { NewTestNames } from '../../code/newTests/newTestPath.js';
import type { NewTest } from '../../code/newTests/newTests.js';
import { criterionKey } from '../../documents/spec/criterionKey.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Criterion } from '../../documents/spec/spec.js';
import type { Step } from '../../documents/steps.js';
import { scenarioKey } from '../../documents/testCase/scenarioIds.js';
import { criterionTitle } from '../../documents/testCase/testCaseTemplate.js';
import { span } from '../../markdown/span.js';
import { wordsKey } from '../../trace/identifierWords.js';
import { readNaming } from '../../trace/naming.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';

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
  if (criteria.length === 0) return [{ identifier: identifierOf(item), title: item, steps: [] }];
  const keyOf = criterionKey(criteria);
  const write = testWriter(project, item);
  const taken = new Set<string>();
  return criteria.map((criterion): NewTest => {
    const test = write(keyOf(criterion).replace(' ', ''), plainName(criterion), criterion.steps);
    return { ...test, identifier: distinct(test.identifier, taken) };
  });
}

/** The test to write for one scenario. @throws Refused if no test case of the item has it. */
export function scenarioTestToWrite(project: Pick<Project, 'ofKind'>, item: string, id: string): NewTest {
  const scenarios = project.ofKind('testCase').flatMap((one) => (one.item === item ? one.model.scenarios : []));
  const scenario = scenarios.find((one) => one.id && scenarioKey(one.id.value) === scenarioKey(id));
  if (!scenario) {
    const ids = scenarios.flatMap((one) => one.id?.value ?? []);
    throw new Refused('not-found', `no test case of ${item} has a scenario ${id}`, ids);
  }
  const name = plain(scenario.name.value.replace(endingCitation, ''));
  return testWriter(project, item)(`TC-${scenarioKey(id) ?? ''}`, name, scenario.steps);
}

/** What a scenario shows is named by its id alone: `Reload keeps the cart (AC1)`. */
const endingCitation = /\s*\([^()]*\)\s*$/u;

type WriteTest = (key: string, name: string, steps: readonly Step[]) => NewTest;

/** @returns what makes a test of the key of a criterion or scenario, and of its name where that names nothing else. */
function testWriter(project: Pick<Project, 'ofKind'>, item: string): WriteTest {
  const namesOnly = namingCheck(project, item);
  return (key, name, steps) => {
    const slug = slugOf(name);
    const bare = `${identifierOf(item)}_${key.toLowerCase().replace('-', '_')}`;
    const title = `${item}/${key}`;
    return {
      identifier: slug !== '' && namesOnly(`${bare}_${slug}`, key) ? `${bare}_${slug}` : bare,
      title: name !== '' && namesOnly(`${title} ${name}`, key) ? `${title} ${name}` : title,
      steps: steps.map(({ keyword, text }) => `${keyword} ${plain(text.value)}`).filter(isPlainComment),
    };
  };
}

function identifierOf(item: string): string {
  return wordsKey(item).replaceAll('-', '_');
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
