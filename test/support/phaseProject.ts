import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Agent } from '../../server/src/agents/agent.js';
import type { Phase } from '../../server/src/agents/phase.js';
import type { PhaseEvent, PhaseOutcome } from '../../server/src/agents/phases/phaseEvent.js';
import { type PhaseRequest, requestInFolder } from '../../server/src/execution/phases/phaseRequest.js';
import { runPhase } from '../../server/src/execution/phases/runPhase.js';
import { type Files, firstCommitAt, type GitRepository, gitRepository } from './gitRepository.js';
import { temporaryFolder } from './temporaryFolder.js';
import { testMachine } from './testMachine.js';

/** What the agent does in a round of a phase: files it writes (null deletes), a commit, what it says (`$NAME`: a variable), how it ends. */
export interface Move {
  readonly files?: Files;
  /** Texts that are put in the place of others, by path. */
  readonly replace?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** A folder that it deletes: absolute. */
  readonly removes?: string;
  readonly commit?: string;
  /** What it adds to that; all there is, where this is left out. */
  readonly adds?: readonly string[];
  readonly say?: string;
  readonly code?: number;
}

/** Its moves by phase, one for each round. */
export type Play = { readonly [phase in Phase]?: readonly Move[] };

export interface PhaseRun {
  readonly outcome: PhaseOutcome;
  readonly events: readonly PhaseEvent[];
  /** What the agent was told, round by round. */
  readonly prompts: readonly string[];
}

/** A repository in which an agent plays its part in phases. */
export interface PhaseProject {
  readonly repository: GitRepository;
  /** Who works where a request names nobody else. */
  readonly agent: Agent;
  readonly text: (file: string) => string;
  readonly run: (
    phase: Phase,
    item: string | undefined,
    play: Play,
    more?: Partial<PhaseRequest> & {
      readonly confirm?: (question: string) => Promise<boolean>;
      readonly answer?: (question: string, signal: AbortSignal) => Promise<string>;
      readonly env?: Readonly<Record<string, string>>;
    },
  ) => Promise<PhaseRun>;
  /** The logs of all sessions, oldest first: a line for each entry. */
  readonly sessions: () => readonly (readonly string[])[];
}

// It reads the prompt's file as a real one would, and keeps what it read.
const program = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { execFileSync } = require('node:child_process');
const { dirname } = require('node:path');
const { PLAY, HEARD, PACTWRIGHT_PHASE: phase } = process.env;
const [file] = /\\.pactwright\\/local\\S+/.exec(process.argv[2]);
appendFileSync(HEARD, JSON.stringify(readFileSync(file.replace(/,$/, ''), 'utf8')) + '\\n');
const rounds = JSON.parse(readFileSync(PLAY, 'utf8'));
const { files = {}, replace = {}, removes, commit, adds = ['--all'], say, code = 0 } = rounds[phase].shift();
writeFileSync(PLAY, JSON.stringify(rounds));
for (const [name, text] of Object.entries(files)) {
  if (text === null) rmSync(name);
  else mkdirSync(dirname(name), { recursive: true }), writeFileSync(name, text);
}
for (const [name, pairs] of Object.entries(replace)) {
  let text = readFileSync(name, 'utf8');
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(name + ' holds no ' + from);
    text = text.replace(from, () => to);
  }
  writeFileSync(name, text);
}
if (removes) rmSync(removes, { recursive: true });
if (commit) {
  execFileSync('git', ['add', ...adds]);
  execFileSync('git', ['commit', '--quiet', '-m', commit]);
}
if (say) console.log(say.replace(/\\$(\\w+)/g, (_, name) => process.env[name]));
process.exitCode = code;
`;

function agentAt(file: string): Agent {
  const start = ({ prompt, model }: { readonly prompt: string; readonly model?: string }) => ({
    args: [prompt, ...(model === undefined ? [] : [`--model=${model}`])],
  });
  return {
    id: 'player',
    name: 'Player',
    program: file,
    installPage: '',
    versionArgs: ['--version'],
    interactive: start,
    headless: start,
    models: [],
    resumes: false,
    readLine: (text) => [{ kind: 'message', text }],
    readEnd: (code) => ({ kind: code === 0 ? 'finished' : 'crash', message: code === 0 ? '' : `exit code ${code}` }),
  };
}

/**
 * @param files what is committed at the start; nothing is where it is left out.
 * @param repository a new one where it is left out.
 */
export function phaseProject(files?: Files, repository = gitRepository()): PhaseProject {
  repository.git('config', 'user.name', 'Ann Example');
  repository.git('config', 'user.email', 'ann@example.org');
  if (files) repository.commit('Begin', files);
  const outside = temporaryFolder({ agent: program, state: '' });
  const file = path.join(outside, 'agent');
  chmodSync(file, 0o755);
  const agent = agentAt(file);
  const env = { ...process.env, PACTWRIGHT_STATE: temporaryFolder() };
  return {
    repository,
    agent,
    text: (name) => readFileSync(path.join(repository.folder, ...name.split('/')), 'utf8'),
    run: async (phase, item, play, { confirm, answer, env: more = {}, ...request } = {}) => {
      const events: PhaseEvent[] = [];
      const scratch = temporaryFolder({ play: JSON.stringify(play), heard: '' });
      const said: string[] = [];
      const outcome = await runPhase(
        {
          ...requestInFolder,
          phase,
          item,
          folder: repository.folder,
          agent,
          mode: 'headless',
          model: undefined,
          ...request,
        },
        {
          machine: testMachine(
            { ...env, PLAY: path.join(scratch, 'play'), HEARD: path.join(scratch, 'heard'), ...more },
            () => Math.max(Date.now(), firstCommitAt),
          ),
          warn: (text) => said.push(text),
          tell: (event) => events.push(event),
          confirm,
          ...(answer ? { answer } : {}),
          signal: new AbortController().signal,
        },
      );
      const heard = readFileSync(path.join(scratch, 'heard'), 'utf8').split('\n').slice(0, -1);
      return { outcome, events, prompts: heard.map((line) => String(JSON.parse(line))) };
    },
    sessions: () => {
      const logs = path.join(repository.folder, '.git', 'pactwright', 'agents');
      const begun = ([first = '{}']: readonly string[]): number => (JSON.parse(first) as { readonly at: number }).at;
      return readdirSync(logs)
        .map((name) => readFileSync(path.join(logs, name), 'utf8').split('\n').slice(0, -1))
        .sort((a, b) => begun(a) - begun(b));
    },
  };
}
