import type { ParsedDocument } from '../../documents/document.js';
import type { LessonRow } from '../../documents/lessons/lessons.js';
import type { SecurityCheck } from '../../documents/spec/spec.js';
import { templateSentences } from '../../documents/spec/specTemplate.js';
import type { Problem, Verdict } from '../../gates/gate.js';
import { blockers } from '../../gates/verdict.js';
import type { Block } from '../../markdown/blocks.js';
import { prdPath } from '../../operations/support/prdTemplate.js';
import type { Finding } from '../../rules/finding.js';
import type { WayGap } from '../../trace/gaps.js';
import type { ItemTrace, Stage, TraceGraph } from '../../trace/graph.js';
import { type ItemReport, itemReport } from '../../trace/itemReport.js';
import { itemTitle } from '../../trace/itemTitle.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { Work } from '../../workspace/work/work.js';
import type { PlaybookFacts } from './facts.js';
import { matchingLessons } from './matchingLessons.js';
import { concernsOf } from './concerns.js';
import { relatedRows } from './relatedWork.js';
import { id, own, row, type Row, withPassage } from './row.js';
import { unclearRows } from './unclear.js';

/** Of one condition; the gate itself reports all. */
const mostProblems = 10;

const stages: Readonly<Record<Stage, string>> = {
  unplanned: 'not there',
  backlog: 'in the Backlog',
  inProgress: 'In Progress',
  done: 'Done',
  archived: 'in the archive',
};

const gapWords: Readonly<Record<WayGap, string>> = {
  noCriterion: 'no criterion or scenario cites it',
  noScenario: 'no scenario cites it',
  noTest: 'no test names it',
  skipped: 'its tests are skipped',
};

/** What each row of a Security Scope asks a reviewer to look for, in one sentence (PactKit's SEC-1 to SEC-8, in our words). */
const securityChecks: ReadonlyMap<string, string> = new Map([
  ['SEC-1', 'No key, password or token in code, tests, logs or messages; read them from the environment or a store.'],
  ['SEC-2', 'Input from outside is checked for type, range and length before use, and refused with a reason.'],
  ['SEC-3', 'Queries take values as parameters, never as concatenated text.'],
  ['SEC-4', 'User input is escaped where it is shown; no raw HTML from data.'],
  ['SEC-5', 'Sessions and tokens expire, are compared in constant time, and are never in a URL or a log.'],
  ['SEC-6', 'Each entry point checks whether this user may do this to this object, and limits how often.'],
  ['SEC-7', 'Errors are handled where possible, and show users no internals.'],
  ['SEC-8', 'New packages are needed, pinned, maintained, and without known vulnerabilities.'],
]);

/** What a playbook says of an item. */
export interface ItemSources {
  readonly trace: TraceGraph;
  readonly item: ItemTrace;
  readonly findings: readonly Finding[];
  readonly configuration: Configuration;
  /** Undefined if git does not say. */
  readonly work: Pick<Work, 'base' | 'branch' | 'changes'> | undefined;
}

/** The facts of an item: what documents, rules, tests and git say of it. */
export function itemFacts({ trace, item, findings, configuration, work }: ItemSources): PlaybookFacts {
  const { spec, testCases, entries, coverage } = item;
  const wish = [itemTitle(item) ?? '', ...coverage.requirements.map(({ requirement }) => requirement.name.value)];
  const report = itemReport(trace, item.id);
  return {
    'item.id': item.id,
    'item.title': itemTitle(item) ?? '',
    'item.status': (spec && spec.facts.status?.value) ?? '',
    'item.stage': stages[item.stage],
    'spec.path': spec?.path,
    'testCase.path': testCases[0]?.path ?? `${configuration.paths.testCases}/${item.id}_case.md`,
    'spec.requirements': coverage.requirements.map(({ requirement: { id: part, level, name, blocks } }) =>
      withPassage(row`${id(part)}${own(level ? ` (${level.value})` : '')}: ${name.value}`, passageOf(spec, blocks)),
    ),
    'spec.criteria': coverage.criteria.map(({ criterion: { id: part, name, blocks }, requirements }) => {
      // Most say it in their names already.
      const cited = requirements.filter((one) => !name.value.includes(one));
      const line = row`${id(part)}${own(cited.length === 0 ? '' : ` (${cited.join(', ')})`)}: ${name.value}`;
      return withPassage(line, passageOf(spec, blocks));
    }),
    tasks: entries.flatMap(({ entry }) =>
      entry.tasks.map(
        ({ checked, text }, index) => row`${index + 1} (${own(checked ? 'ticked' : 'open')}): ${text.value}`,
      ),
    ),
    findings: findings.map(findingRow),
    gaps: (report?.gaps ?? []).map(({ at, gap }) => row`${at}: ${own(gapWords[gap])}`),
    'changes.base': work?.base.slice(0, 12),
    branch: work?.branch,
    changes: (work?.changes ?? []).map(({ kind, path }) => row`${own(kind)} ${path}`),
    tests: testRows(report),
    security: (spec?.model.securityChecks ?? []).flatMap(securityRow),
    'spec.interfaces': interfaceRows(spec),
    concerns: concernsOf([...wish, ...item.files.map(({ named }) => named.value)].join('\n')),
    related: relatedRows(trace, item, wish.join('\n')),
    unclear: unclearRows(itemTitle(item) ?? ''),
    lessons: matchingLessons(trace.project, item).map(lessonRow),
  };
}

/** What is known of an item before it is created. @param type as `new-item` takes it. */
export function newItemFacts(
  type: string,
  title: string,
  trace: TraceGraph | undefined,
  { paths }: Configuration,
): PlaybookFacts {
  const item = `${type.toUpperCase()}-NNN`;
  return {
    'item.id': item,
    'item.title': title,
    'item.status': 'Draft',
    'item.stage': stages.backlog,
    'spec.path': `${paths.specs}/${item}.md`,
    'testCase.path': `${paths.testCases}/${item}_case.md`,
    concerns: concernsOf(title),
    related: trace && relatedRows(trace, { id: item, files: [] }, title),
  };
}

/** Each test with the criteria that it claims to show, for those who judge whether it does. */
function testRows(report: ItemReport | undefined): readonly Row[] {
  if (!report) return [];
  return report.tests.map(({ path, line, name, skipped }) => {
    const shows = report.criteria
      .filter(({ tests }) => tests.includes(`${path}: ${name}`))
      .map((criterion) => criterion.id);
    const claims = own(shows.length === 0 ? '' : ` for ${shows.join(', ')}`);
    return row`${path} line ${line}${claims}${own(skipped ? ', skipped' : '')}: ${name}`;
  });
}

function findingRow({ code, severity, path, range, message }: Finding): Row {
  return row`${own(severity)} ${id(code)} in ${path} line ${range.start.line + 1}: ${message}`;
}

function securityRow({ id: check, applicable, reason }: SecurityCheck): readonly Row[] {
  const answer = applicable?.value ?? '';
  if (/^(?:no|n\/a)\b/iu.test(answer)) return [];
  const means = securityChecks.get(check.value);
  return [row`${check.value}, applicable ${answer}: ${reason?.value ?? ''}${own(means ? `. ${means}` : '')}`];
}

/** What a spec says below a heading, as it is written. */
function passageOf(spec: ParsedDocument<'spec'> | undefined, blocks: readonly Block[]): string {
  const [first] = blocks;
  const last = blocks.at(-1);
  return spec && first && last ? spec.text.slice(first.span.start, last.span.end) : '';
}

/** Who calls what is built, where the spec says so. */
function interfaceRows(spec: ParsedDocument<'spec'> | undefined): readonly Row[] {
  return (spec?.model.sections ?? [])
    .filter(({ name }) => name === 'targetCallChain')
    .map(({ blocks }) => passageOf(spec, blocks))
    .filter((passage) => passage !== '' && !passage.includes(templateSentences.targetCallChain))
    .map((passage) => withPassage(row`Target Call Chain`, passage));
}

function lessonRow({ lesson, context }: LessonRow): Row {
  return context === undefined || context.value === '' ? row`${lesson.value}` : row`${lesson.value} (${context.value})`;
}

/** The facts of a project, for phases that are about no item. */
export function projectFacts(
  { items, item: itemOf }: Pick<TraceGraph, 'items' | 'item'>,
  configuration: Configuration,
  wanted: (item: ItemTrace) => boolean,
): PlaybookFacts {
  return {
    'board.path': configuration.paths.board,
    'prd.path': prdPath,
    commands: Array.from(configuration.gates.commands, ([name, words]) => row`${id(name)}: ${words.join(' ')}`),
    items: items.flatMap((name) => {
      const item = itemOf(name);
      return item && wanted(item) ? [row`${id(name)}, ${own(stages[item.stage])}: ${itemTitle(item) ?? ''}`] : [];
    }),
  };
}

/** What a gate asks for: of each condition that is in the way what was found, each problem with its place, and what to do. */
export function verdictFacts({ gate, item, conditions }: Verdict): PlaybookFacts {
  return {
    'gate.name': gate,
    'item.id': item,
    'gate.next': blockers(conditions).flatMap(({ name, summary, problems = [], next }) => [
      row`${id(name)}: ${summary}`,
      ...problems.slice(0, mostProblems).map(problemRow),
      ...(problems.length > mostProblems ? [row`and ${problems.length - mostProblems} more of ${id(name)}`] : []),
      ...(next === undefined ? [] : [row`Do: ${next}`]),
    ]),
  };
}

/** What an open gate reports anyway: a reviewer has to decide whether they matter. */
export function toldFacts({ conditions }: Verdict): PlaybookFacts {
  const told = conditions.filter(({ state, problems }) => state === 'pass' && problems);
  return { 'gate.told': told.flatMap(({ problems = [] }) => problems.map(problemRow)) };
}

function problemRow({ message, place }: Problem): Row {
  return place ? row`${place.path} line ${(place.range?.start.line ?? 0) + 1}: ${message}` : row`${message}`;
}
