import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { askGate } from '../../server/src/execution/gates/askGate.js';
import { readHook } from '../../server/src/execution/hooks/hookInput.js';
import { recordCall } from '../../server/src/execution/hooks/recordCall.js';
import { destructiveCommands } from '../../server/src/gates/shell/destructiveCommands.js';
import type { GateName, Verdict } from '../../server/src/gates/gate.js';
import { evidencePlace, person } from '../support/evidence.js';
import { copyRepository, firstCommitAt, type GitRepository, gitRepository } from '../support/gitRepository.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import type { Cheat, Stack, Step, Word } from './cheat.js';
import { shop, work } from './story.js';
import { testMachine } from '../support/testMachine.js';

/** The item that all cheats are about. */
export const item = 'STORY-002';
/** Where the record lies in a repository. */
const logPath = '.git/pactwright/evidence/log.jsonl';

/** A repository in which somebody works, with the state of a machine of its own. */
export interface Desk {
  readonly repository: GitRepository;
  readonly state: string;
  readonly file: (name: string) => string;
  readonly ask: (gate: GateName, profile?: string) => Promise<Verdict>;
}

/** Plays one side of a cheat in a repository of its own and asks the gate. */
export async function play(stack: Stack, cheat: Cheat, side: 'cheat' | 'honest'): Promise<Verdict> {
  const desk = await begin(stack, cheat);
  await carryOut([...(cheat.after === 'start' ? [] : work(stack)), ...cheat[side]], desk, stack, cheat);
  return desk.ask(cheat.gate ?? 'done', cheat.profile);
}

/** Does these steps of a cheat or of its twin, one after the other. */
export async function carryOut(steps: readonly Step[], desk: Desk, stack: Stack, cheat: Cheat): Promise<void> {
  const other = async (): Promise<string> => {
    const elsewhere = await begin(stack, cheat);
    for (const step of work(stack)) await take(step, elsewhere, other);
    await elsewhere.ask('done');
    return readFileSync(elsewhere.file(logPath), 'utf8');
  };
  for (const step of steps) await take(step, desk, other);
}

/** What keeps a verdict from being open, with the reasons: for a test that fails. */
export function blockersOf({ conditions }: Verdict): string {
  return conditions
    .filter(({ state, required, overridden }) => required && state !== 'pass' && !overridden)
    .map(
      ({ name, state, summary, problems = [] }) =>
        `${name} ${state}: ${[summary, ...problems.map(({ message }) => message)].join('; ')}`,
    )
    .join('\n');
}

/** @param state where this machine keeps what it knows: absolute. */
export function deskIn(repository: GitRepository, state: string): Desk {
  const desk: Desk = {
    repository,
    state,
    file: (name) => path.join(repository.folder, ...name.split('/')),
    ask: (gate, profile) => askIn(desk, gate, profile),
  };
  return desk;
}

/** Behind the shop's commit. */
const workBeginsAt = firstCommitAt + 10 * 60_000;

/** The shops there are, by stack and what they hold besides: each is made once, and copied. */
const shops = new Map<string, GitRepository>();

/** A repository that is the shop as it is before the work on STORY-002. */
export function openShop(stack: Stack, { project }: Cheat): GitRepository {
  const key = JSON.stringify([stack.name, project]);
  const made = shops.get(key) ?? makeShop(stack, project);
  shops.set(key, made);
  const repository = copyRepository(made, workBeginsAt);
  stack.install?.(repository.folder);
  return repository;
}

function makeShop(stack: Stack, project: Cheat['project']): GitRepository {
  // It outlives the test that needs it first; all that tests make is in one folder, which is taken away in the end.
  const repository = gitRepository(mkdtempSync(path.join(os.tmpdir(), 'shop-')));
  repository.commit('STORY-001: Add up prices\n\nImplements: STORY-001', { ...shop(stack), ...project });
  repository.branch(`feature/${item}`);
  return repository;
}

/** The shop before the work on STORY-002, whose spec is agreed. */
export async function begin(stack: Stack, cheat: Cheat): Promise<Desk> {
  const desk = deskIn(openShop(stack, cheat), temporaryFolder());
  const agreed = await desk.ask('act-in');
  if (agreed.answer !== 'allowed') throw new Error(`act-in did not let ${item} pass: ${blockersOf(agreed)}`);
  return desk;
}

/** The commits of tests are of the past, which is no harm; those of the future would be. */
const now = (): number => Math.max(Date.now(), firstCommitAt);

async function askIn({ repository, state }: Desk, gate: GateName, profile?: string): Promise<Verdict> {
  const { verdict } = await askGate({
    folder: repository.folder,
    gate,
    item,
    profile,
    fresh: false,
    recorded: false,
    trustCommands: true,
    machine: testMachine({ ...process.env, PACTWRIGHT_STATE: state }, now),
    signal: new AbortController().signal,
    onEvent: () => undefined,
    warn: () => undefined,
  });
  return verdict;
}

/** @param other makes the record of another repository. */
async function take(step: Step, desk: Desk, other: () => Promise<string>): Promise<void> {
  const { repository, file } = desk;
  switch (step.do) {
    case 'write':
      repository.write(step.files);
      return;
    case 'replace': {
      const text = readFileSync(file(step.path), 'utf8');
      if (!text.includes(step.from)) throw new Error(`${step.path} holds no ${JSON.stringify(step.from)}`);
      writeFileSync(
        file(step.path),
        text.replace(step.from, () => step.to),
      );
      return;
    }
    case 'commit':
      repository.commit(step.message, {}, step.at === undefined ? {} : { at: step.at });
      return;
    case 'git':
      repository.git(...step.args);
      return;
    case 'gate':
      await desk.ask(step.name);
      return;
    case 'evidence': {
      const next = step.to(readFileSync(file(logPath), 'utf8'));
      if (next === undefined) rmSync(file(logPath));
      else writeFileSync(file(logPath), next);
      return;
    }
    case 'replay':
      writeFileSync(file(logPath), await other());
      return;
    case 'word':
      await give(step, desk);
      return;
    case 'agent': {
      const input = {
        session_id: 's1',
        cwd: repository.folder,
        tool_name: 'Bash',
        tool_input: { command: step.command },
      };
      const surroundings = {
        cwd: '/',
        machine: testMachine({ ...process.env, PACTWRIGHT_STATE: desk.state }, now),
      };
      const { call } = readHook({ agent: 'claude', event: 'PreToolUse', text: JSON.stringify(input) });
      const parts = destructiveCommands(call?.command ?? '');
      if (call && parts.length > 0) await recordCall('claude', call, parts, surroundings, new AbortController().signal);
      execFileSync('sh', ['-c', step.command], { cwd: repository.folder, stdio: 'ignore' });
      return;
    }
    case 'act':
      step.act(repository.folder);
  }
}

async function give({ by, about, conditions, item: named = item }: Word, desk: Desk): Promise<void> {
  const { tree = '', conditions: found } = await desk.ask('done');
  const place = evidencePlace(desk.file('.git'), desk.state);
  const speaker = person();
  if (by === 'person') place.trust(speaker);
  const log = await place.open();
  for (const { name, problems = [] } of found.filter((one) => conditions.includes(one.name))) {
    const what = about === 'override' ? [name] : problems.flatMap(({ approvable }) => approvable ?? []);
    if (what.length === 0) throw new Error(`${name} tells of nothing that a person could approve`);
    for (const one of what)
      await log.append({
        kind: 'word',
        word: speaker.say({ about, what: one, item: named, tree: about === 'override' ? tree : '' }),
      });
  }
}
