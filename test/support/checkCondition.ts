import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect } from 'vitest';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { findItemIds } from '../../server/src/documents/itemId.js';
import type { Condition, GateContext } from '../../server/src/gates/condition.js';
import type {
  EvidenceEntry,
  EvidenceLog,
  EvidenceRecord,
  SignedWord,
} from '../../server/src/gates/evidence/evidenceLog.js';
import type { ConditionState, GateName, Outcome } from '../../server/src/gates/gate.js';
import type { Lab } from '../../server/src/gates/lab.js';
import { createLinter } from '../../server/src/rules/lint.js';
import { allRules } from '../../server/src/rules/registry.js';
import { openSyntax } from '../../server/src/syntax/openSyntax.js';
import { defaultConfiguration } from '../../server/src/workspace/configuration.js';
import type { GitAnswer } from '../../server/src/workspace/ports.js';
import { createProject } from '../../server/src/workspace/project.js';
import type { Work, WorkChange, WorkCommit } from '../../server/src/workspace/work/work.js';
import { codeFactsOf } from './codeFixture.js';
import { parseRuleFixture } from './ruleFixture.js';

/** What a condition is asked about; what is left out is as in honest work that changed nothing yet. */
export interface GateCase {
  /** `STORY-001` where nothing is said. */
  readonly item?: string;
  /** `done` where nothing is said. */
  readonly gate?: GateName;
  /** A project written as a rule fixture: `=== path` before each file, `=== git` and `=== configuration` where needed. */
  readonly project: string;
  /** Whether the source code was read; it was where nothing is said. */
  readonly code?: false;
  /** `none`: git is not there. */
  readonly work?: StatedWork | 'none';
  /** What is in the log already, oldest first. */
  readonly log?: readonly (EvidenceEntry & { readonly at?: number })[];
  readonly words?: readonly StatedWord[];
  /** Why the log is not believed. */
  readonly broken?: string;
  readonly brokenName?: string;
  /** What the files define and call, where the condition asks for it. */
  readonly codeIndex?: GateContext['codeIndex'];
  /** What runs answer; a condition that runs more than is stated fails its test. */
  readonly lab?: Partial<Lab>;
  /** An ISO date; 2026-03-01 where nothing is said. */
  readonly now?: string;
}

/** The work, in part. */
export type StatedWork = Partial<Omit<Work, 'branch' | 'changes' | 'commits'>> & {
  /** `feature/STORY-001` where nothing is said; null: HEAD is detached. */
  readonly branch?: string | null;
  readonly changes?: readonly WorkChange[];
  /** Newest first; a parent that is not stated is the commit below. */
  readonly commits?: readonly StatedCommit[];
};

export type StatedCommit = Partial<Omit<WorkCommit, 'items' | 'authoredAt' | 'committedAt'>> & {
  readonly subject: string;
  /** An ISO date for both times; else one hour after the commit below. */
  readonly at?: string;
};

type StatedWord = Pick<SignedWord, 'about' | 'what'> & Partial<SignedWord>;

/** A change as git would have it: undefined for a text that is not there; modes only where they are no plain file's. */
export function change(
  path: string,
  before: string | undefined,
  after: string | undefined,
  modes: Pick<WorkChange, 'modeBefore' | 'modeAfter'> = {},
): WorkChange {
  const was = before !== undefined || modes.modeBefore !== undefined;
  const is = after !== undefined || modes.modeAfter !== undefined;
  return {
    path,
    kind: !was ? 'added' : is ? 'modified' : 'deleted',
    ...(was ? { modeBefore: modes.modeBefore ?? '100644' } : {}),
    ...(is ? { modeAfter: modes.modeAfter ?? '100644' } : {}),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/** The hash that a name stands for, in stated work and where two of its parts speak of one commit. */
export function hashOf(name: string): string {
  return createHash('sha1').update(name).digest('hex');
}

const statedNow = '2026-03-01T00:00:00Z';
const hour = 60 * 60 * 1000;

/** Everything a condition may look at, made of a case. */
export async function gateContext(stated: GateCase): Promise<GateContext> {
  const { files, git, record, configuration = defaultConfiguration } = parseRuleFixture(stated.project);
  const documents = await Promise.all(
    files.flatMap(({ path, text }) => {
      const kind = documentKindOf(path, configuration.paths);
      return kind === undefined ? [] : [parseDocument(kind, path, text)];
    }),
  );
  const project = {
    ...createProject(documents.sort((a, b) => (a.path < b.path ? -1 : 1))),
    ...(stated.code === false ? {} : { code: codeFactsOf(files) }),
    ...(git ? { git } : {}),
    ...(record ? { record } : {}),
  };
  const linter = createLinter(allRules, configuration);
  const id = stated.item ?? 'STORY-001';
  const trace = linter.traceOf(project);
  const item = trace.item(id);
  if (!item) throw new Error(`a case of a condition: there is no ${id}`);
  const answer = workOf(stated.work ?? {});
  return {
    gate: stated.gate ?? 'done',
    item,
    project,
    trace,
    configuration,
    findings: [...linter.lint(project).values()].flat(),
    work: () => Promise.resolve(answer),
    log: logOf(stated),
    lab: { ...noLab, ...stated.lab },
    ...(stated.codeIndex ? { codeIndex: stated.codeIndex } : {}),
    syntax: openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm')),
    now: Date.parse(stated.now ?? statedNow),
    signal: new AbortController().signal,
  };
}

function workOf(stated: StatedWork | 'none'): GitAnswer<Work> {
  if (stated === 'none') return { kind: 'unavailable', message: 'There is no git repository here' };
  const { branch = 'feature/STORY-001', changes = [], commits = [], ...others } = stated;
  const base = others.base ?? hashOf('base');
  const all = commits.map((commit, index): WorkCommit => {
    const { subject, body = '', trailers = [], hash = hashOf(`${commits.length - index} ${subject}`) } = commit;
    const below = commits[index + 1];
    const parent = below ? (below.hash ?? hashOf(`${commits.length - index - 1} ${below.subject}`)) : base;
    const at =
      commit.at === undefined ? Date.parse('2026-02-01') + (commits.length - index) * hour : Date.parse(commit.at);
    const words = [subject, body, ...trailers.map(({ value }) => value)].join('\n');
    return {
      hash,
      tree: commit.tree ?? hashOf(`tree of ${hash}`),
      parents: commit.parents ?? [parent],
      authoredAt: at,
      committedAt: at,
      author: commit.author ?? 'Ann',
      subject,
      body,
      items: [...new Set(findItemIds(words).map(({ value }) => value))],
      trailers,
      paths: commit.paths ?? [],
    };
  });
  return {
    kind: 'answer',
    value: {
      from: 'branch',
      head: all[0]?.hash ?? base,
      ...(branch === null ? {} : { branch }),
      tree: hashOf('tree'),
      relevant: hashOf('relevant'),
      uncommitted: [],
      hidden: [],
      moves: [],
      ...others,
      base,
      changes: [...changes].sort((a, b) => (a.path < b.path ? -1 : 1)),
      commits: all,
    },
  };
}

function logOf({ log = [], words = [], broken, brokenName, item = 'STORY-001' }: GateCase): EvidenceLog {
  const records: EvidenceRecord[] = log.map(({ at = 0, ...entry }, index) => ({ number: index + 1, at, entry }));
  return {
    records,
    ...(broken === undefined ? {} : { broken }),
    ...(brokenName === undefined ? {} : { brokenName }),
    words: words.map((word): SignedWord => ({
      person: 'Ann',
      reason: 'as agreed',
      at: 0,
      item,
      tree: '',
      key: '',
      signature: '',
      ...word,
    })),
    run: (key) => records.findLast(({ entry }) => entry.kind === 'run' && entry.key === key),
    append: (entry) => {
      records.push({ number: records.length + 1, at: 0, entry });
      return Promise.resolve(records.length);
    },
  };
}

const noLab: Lab = {
  runTests: () => Promise.reject(new Error('a case of a condition: no test was expected to run')),
  runCommand: (name) => Promise.reject(new Error(`a case of a condition: ${name} was not expected to run`)),
  starts: () => 0,
};

/** What a condition should come to. */
export interface ExpectedOutcome {
  readonly state: ConditionState;
  /** A part of each problem, in order of the problems: nothing more and nothing less. */
  readonly problems?: readonly (string | RegExp)[];
  /** The names of what a person may approve, in order. */
  readonly approvable?: readonly string[];
  /** A part of the summary. */
  readonly summary?: string | RegExp;
  /** A part of the way out. */
  readonly next?: string | RegExp;
  /** A part of what would settle a doubt; null: there is none. */
  readonly doubt?: string | RegExp | null;
}

/**
 * Asks a condition about a case and compares what it comes to; besides, that its words have the form that verdicts are made
 * of: sentences without full stop, a way out exactly where it does not pass, and what was looked at.
 *
 * @returns the outcome, for what a single test wants to know besides.
 */
export async function checkCondition(
  condition: Condition,
  stated: GateCase,
  expected: ExpectedOutcome,
): Promise<Outcome> {
  const outcome = await condition.check(await gateContext(stated));
  const { state, summary, problems = [], next, doubt } = outcome;
  const told = [summary, ...problems.map(({ message }) => message)].join('\n');
  expect(state, told).toBe(expected.state);
  const matches = (part: string | RegExp): unknown =>
    typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part);
  if (expected.problems) expect(problems.map(({ message }) => message)).toEqual(expected.problems.map(matches));
  if (expected.approvable) expect(problems.flatMap(({ approvable }) => approvable ?? [])).toEqual(expected.approvable);
  if (expected.summary !== undefined) expect(summary).toEqual(matches(expected.summary));
  if (expected.next !== undefined) expect(next).toEqual(matches(expected.next));
  if (expected.doubt !== undefined)
    expect(doubt).toEqual(expected.doubt === null ? undefined : matches(expected.doubt));
  for (const sentence of [
    summary,
    ...problems.map(({ message }) => message),
    ...[next, doubt].filter((one) => one !== undefined),
  ])
    expect(sentence, 'a sentence without full stop').toMatch(/^\S[^]*[^.\s]$/u);
  expect(next !== undefined, 'a way out exactly where it does not pass').toBe(state !== 'pass');
  expect(doubt === undefined || state === 'pass', 'a doubt only where it passes').toBe(true);
  if (state === 'fail') expect(problems.length, 'what keeps it from passing').toBeGreaterThan(0);
  return outcome;
}
