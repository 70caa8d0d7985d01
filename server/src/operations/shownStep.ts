import { commandOf } from './commandOf.js';
import { allOperations } from './registry.js';
import type { LeftFile, Step } from './step.js';

/** A step as it is shown for confirmation. */
export interface ShownStep {
  /** Half a sentence. */
  readonly summary: string;
  /** As it would be called by hand; empty if there is no such command. */
  readonly command: readonly string[];
  /** What a commit takes, beside what the steps before it write; relative to the top of the repository. */
  readonly files?: readonly string[];
  /** What it leaves, though it is not committed. */
  readonly left?: readonly LeftFile[];
}

export function shownStep(step: Step): ShownStep {
  const { summary } = step;
  switch (step.kind) {
    case 'edit':
    case 'remains':
    case 'setUp':
      return { summary, command: [] };
    case 'git':
      return { summary, command: ['git', ...step.args] };
    case 'operation': {
      const operation = allOperations.find(({ name }) => name === step.name);
      return { summary, command: ['pactwright', ...(operation ? commandOf(operation, step.input) : [step.name])] };
    }
    case 'commit':
      return {
        summary,
        command: ['git', 'commit', `--message=${step.message}`, '--', '…'],
        files: step.paths,
        ...(step.left && step.left.length > 0 ? { left: step.left } : {}),
      };
    case 'clone':
      return { summary, command: ['pactwright', step.what, step.install ? '--install' : '--uninstall'] };
    case 'program':
      return { summary, command: [step.program, ...step.args] };
  }
}
