import { readFileSync } from 'node:fs';
import { claudeGuard } from '../../server/src/agents/hooks/hookAnswers.js';
import { answerGit } from '../../server/src/execution/hooks/answerGit.js';
import { answerHook } from '../../server/src/execution/hooks/answerHook.js';
import { firstCommitAt } from '../support/gitRepository.js';
import { testMachine } from '../support/testMachine.js';
import type { Cheat, Stack, Step } from './cheat.js';
import { begin, carryOut, type Desk } from './play.js';
import { work } from './story.js';

/** Where one side of a cheat was stopped: before a tool call, at a commit, or nowhere. */
export type Stopped = 'hook' | 'commit' | undefined;

/**
 * Plays one side of a cheat as an agent alone in a terminal does it, whose hooks, and git's, call ours: each step is asked about first,
 * as Claude Code would, and left out where it is refused. No gate is run at the end.
 *
 * @returns where it was stopped first.
 */
export async function playAlone(stack: Stack, cheat: Cheat, side: 'cheat' | 'honest'): Promise<Stopped> {
  const desk = await begin(stack, cheat);
  const steps = [...(cheat.after === 'start' ? [] : work(stack)), ...cheat[side]];
  let stopped: Stopped;
  for (const step of steps) {
    const here = await stoppedAt(step, desk);
    stopped ??= here;
    if (here === undefined) await carryOut([step], desk, stack, cheat);
  }
  return stopped;
}

interface Surroundings {
  readonly machine: ReturnType<typeof testMachine>;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

async function stoppedAt(step: Step, desk: Desk): Promise<Stopped> {
  const { repository, state } = desk;
  const surroundings = {
    machine: testMachine({ ...process.env, PACTWRIGHT_STATE: state }, () => Math.max(Date.now(), firstCommitAt)),
    cwd: repository.folder,
    signal: new AbortController().signal,
  };
  for (const call of callsOf(step, desk)) {
    const payload = { hook_event_name: 'PreToolUse', session_id: 's1', cwd: repository.folder, ...call };
    const answer = await answerHook({ guard: claudeGuard, event: 'PreToolUse', payload }, surroundings);
    if (answer.includes('"deny"')) return 'hook';
  }
  return step.do === 'commit' && (await isStoppedByGit(step.message, desk, surroundings)) ? 'commit' : undefined;
}

/** Whether a gate refuses a commit; that a message names the item is no question of honesty. */
async function isStoppedByGit(message: string, { repository }: Desk, surroundings: Surroundings): Promise<boolean> {
  // A gate looks at what is to be committed.
  repository.git('add', '--all');
  for (const event of ['pre-commit', 'commit-msg'] as const) {
    const answer = await answerGit(event, message, surroundings);
    if (answer?.refuses === true && answer.text.startsWith('the gate commit')) return true;
  }
  return false;
}

interface ToolCall {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/** The tools that an agent would use for a step; none for what a person does, and for scripts, which no hook reads. */
function callsOf(step: Step, { file }: Desk): readonly ToolCall[] {
  const bash = (command: string): ToolCall => ({ tool_name: 'Bash', tool_input: { command } });
  const write = (path: string, content: string): ToolCall => ({
    tool_name: 'Write',
    tool_input: { file_path: file(path), content },
  });
  const log = '.git/pactwright/evidence/log.jsonl';
  switch (step.do) {
    case 'write':
      return Object.entries(step.files).map(([path, text]) =>
        typeof text === 'string' ? write(path, text) : bash(`rm '${path}'`),
      );
    case 'replace':
      return [
        {
          tool_name: 'Edit',
          tool_input: { file_path: file(step.path), old_string: step.from, new_string: step.to },
        },
      ];
    case 'commit':
      return [bash(`git commit --all --message '${step.message.replaceAll("'", '')}'`)];
    case 'git':
      return [bash(['git', ...step.args].map((word) => `'${word.replaceAll("'", String.raw`'\\''`)}'`).join(' '))];
    case 'evidence':
      return [write(log, step.to(readFileSync(file(log), 'utf8')) ?? '')];
    case 'replay':
      return [write(log, '{}\n')];
    case 'agent':
      return [bash(step.command)];
    case 'gate':
    case 'word':
    case 'act':
      return [];
  }
}
