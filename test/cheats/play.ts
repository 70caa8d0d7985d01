import { readFileSync, writeFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { GateName, Verdict } from '../../server/src/gates/gate.js';
import { askGate } from '../../server/src/doors/gates/askGate.js';
import { firstCommitAt, type GitRepository, gitRepository } from '../support/gitRepository.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import type { Cheat, Stack, Step } from './cheat.js';
import { shop, work } from './story.js';

/** The item that all cheats are about. */
const item = 'STORY-002';

/** Plays one side of a cheat in a repository of its own and asks the gate. */
export async function play(stack: Stack, cheat: Cheat, side: 'cheat' | 'honest'): Promise<Verdict> {
  const repository = gitRepository();
  const state = temporaryFolder();
  const ask = (name: GateName, profile?: string): Promise<Verdict> => askIn(repository, state, name, profile);
  repository.commit('STORY-001: Add up prices\n\nImplements: STORY-001', shop(stack));
  repository.branch(`feature/${item}`);
  const agreed = await ask('act-in');
  if (agreed.answer !== 'allowed') throw new Error(`act-in did not let ${item} pass: ${blockersOf(agreed)}`);
  for (const step of [...(cheat.after === 'start' ? [] : work(stack)), ...cheat[side]])
    await take(step, repository, ask);
  return ask(cheat.gate ?? 'done', cheat.profile);
}

/** What keeps a verdict from being open, with the reasons: for a test that fails. */
export function blockersOf({ conditions }: Verdict): string {
  return conditions
    .filter(({ state, required }) => required && state !== 'pass')
    .map(
      ({ name, state, summary, problems = [] }) =>
        `${name} ${state}: ${[summary, ...problems.map(({ message }) => message)].join('; ')}`,
    )
    .join('\n');
}

async function askIn({ folder }: GitRepository, state: string, gate: GateName, profile?: string): Promise<Verdict> {
  const { verdict } = await askGate({
    folder,
    gate,
    item,
    profile,
    fresh: false,
    recorded: false,
    trustCommands: true,
    env: { ...process.env, PACTWRIGHT_STATE: state },
    // The commits of tests are of the past, which is no harm; those of the future would be.
    now: () => Math.max(Date.now(), firstCommitAt),
    signal: new AbortController().signal,
    onEvent: () => undefined,
    warn: () => undefined,
  });
  return verdict;
}

async function take(step: Step, repository: GitRepository, ask: (name: GateName) => Promise<Verdict>): Promise<void> {
  const file = (name: string): string => path.join(repository.folder, ...name.split('/'));
  switch (step.do) {
    case 'write':
      repository.write(step.files);
      return;
    case 'replace': {
      const text = readFileSync(file(step.path), 'utf8');
      if (!text.includes(step.from)) throw new Error(`${step.path} holds no ${JSON.stringify(step.from)}`);
      writeFileSync(file(step.path), text.replace(step.from, step.to));
      return;
    }
    case 'commit':
      repository.commit(step.message, {}, step.at === undefined ? {} : { at: step.at });
      return;
    case 'git':
      repository.git(...step.args);
      return;
    case 'gate':
      await ask(step.name);
      return;
    case 'evidence': {
      const log = file('.git/pactwright/evidence/log.jsonl');
      const next = step.to(readFileSync(log, 'utf8'));
      if (next === undefined) rmSync(log);
      else writeFileSync(log, next);
      return;
    }
    case 'act':
      step.act(repository.folder);
  }
}
