import { phaseNames, type Phase } from '../../agents/phase.js';
import { versionProblem } from '../../operations/support/versionField.js';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { UsageError } from '../../base/usageError.js';
import { readItem } from './traceOptions.js';

const formats = ['text', 'json', 'events'] as const;

/** More rounds than this help nobody. */
const mostRounds = 10;

export interface PhaseOptions {
  readonly phase: Phase;
  readonly item: string | undefined;
  readonly about: string | undefined;
  readonly version: string | undefined;
  readonly lesson: string | undefined;
  readonly root: string | undefined;
  /** Undefined: the one that is installed. */
  readonly agent: string | undefined;
  readonly withoutAgent: boolean;
  readonly headless: boolean;
  readonly model: string | undefined;
  readonly rounds: number;
  readonly profile: string | undefined;
  readonly trustCommands: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly format: (typeof formats)[number];
}

/** @returns 'help' where that is asked for. @throws UsageError */
export function readPhaseOptions(args: readonly string[]): PhaseOptions | 'help' {
  const { values, positionals } = readArguments('phase', args, {
    ...commonOptions,
    root: { type: 'string' },
    agent: { type: 'string' },
    'no-agent': { type: 'boolean' },
    headless: { type: 'boolean' },
    model: { type: 'string' },
    rounds: { type: 'string' },
    about: { type: 'string' },
    version: { type: 'string' },
    lesson: { type: 'string' },
    profile: { type: 'string' },
    'trust-commands': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
    format: { type: 'string' },
  });
  if (values.help) return 'help';
  const [name, item, ...more] = positionals;
  if (name === undefined || more.length > 0)
    throw new UsageError('phase takes the NAME of a phase and at most one ID: `pactwright phase act STORY-042`');
  if (values['no-agent'] && values.agent !== undefined)
    throw new UsageError('--no-agent lets nobody work and --agent somebody: choose one');
  return {
    phase: oneOf('phase', name, phaseNames),
    item: item === undefined ? undefined : readItem(item),
    about: values.about,
    version: values.version === undefined ? undefined : readVersion(values.version),
    lesson: values.lesson,
    root: values.root,
    agent: values.agent,
    withoutAgent: values['no-agent'] ?? false,
    headless: values.headless ?? false,
    model: values.model,
    rounds: values.rounds === undefined ? 2 : readRounds(values.rounds),
    profile: values.profile,
    trustCommands: values['trust-commands'] ?? false,
    dryRun: values['dry-run'] ?? false,
    yes: values.yes ?? false,
    format: oneOf('--format', values.format ?? 'text', formats),
  };
}

function readRounds(text: string): number {
  const rounds = /^\d{1,2}$/u.test(text) ? Number(text) : 0;
  if (rounds < 1 || rounds > mostRounds) throw new UsageError(`--rounds takes 1 to ${mostRounds}, not "${text}"`);
  return rounds;
}

function readVersion(text: string): string {
  const problem = versionProblem(text);
  // A version becomes the name of a tag, too.
  if (problem === undefined && /^[\w.+-]+$/u.test(text)) return text;
  throw new UsageError(
    `--version "${text.slice(0, 60)}" ${problem ?? 'cannot be the name of a tag: write one such as 1.4.0'}`,
  );
}
