import { type Phase, phaseNames } from '../../agents/phase.js';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { UsageError } from '../../base/usageError.js';
import { readItem } from './traceOptions.js';

const words = ['list', 'run', 'sessions', 'stop', 'resume'] as const;
const formats = ['text', 'json'] as const;

interface StartOptions {
  readonly promptFile: string | undefined;
  readonly headless: boolean;
  readonly timeoutMs: number | undefined;
}

export type AgentOptions =
  | { readonly word: 'list'; readonly format: (typeof formats)[number] }
  | ({
      readonly word: 'run';
      /** Undefined: the one that is installed. */
      readonly agent: string | undefined;
      readonly item: string | undefined;
      readonly phase: Phase | undefined;
      readonly folder: string | undefined;
      readonly readOnly: boolean;
      readonly model: string | undefined;
    } & StartOptions)
  | {
      readonly word: 'sessions';
      readonly root: string | undefined;
      readonly all: boolean;
      readonly format: (typeof formats)[number];
    }
  | { readonly word: 'stop'; readonly session: string; readonly root: string | undefined }
  | ({ readonly word: 'resume'; readonly session: string; readonly root: string | undefined } & StartOptions);

const start = {
  'prompt-file': { type: 'string' },
  headless: { type: 'boolean' },
  timeout: { type: 'string' },
} as const;
const root = { root: { type: 'string' } } as const;
const format = { format: { type: 'string' } } as const;

/** @returns 'help' where that is asked for. @throws UsageError */
export function readAgentOptions(args: readonly string[]): AgentOptions | 'help' {
  const [first, ...rest] = args;
  if (first === undefined || first === '--help' || first === '-h') return 'help';
  const word = oneOf('agent', first, words);
  switch (word) {
    case 'list': {
      const { values, positionals } = readArguments('agent', rest, { ...commonOptions, ...format });
      if (values.help) return 'help';
      none(word, positionals);
      return { word, format: oneOf('--format', values.format ?? 'text', formats) };
    }
    case 'run': {
      const { values, positionals } = readArguments('agent', rest, {
        ...commonOptions,
        ...start,
        agent: { type: 'string' },
        item: { type: 'string' },
        phase: { type: 'string' },
        folder: { type: 'string' },
        'read-only': { type: 'boolean' },
        model: { type: 'string' },
      });
      if (values.help) return 'help';
      none(word, positionals);
      return {
        word,
        agent: values.agent,
        item: values.item === undefined ? undefined : readItem(values.item),
        phase: values.phase === undefined ? undefined : oneOf('--phase', values.phase, phaseNames),
        folder: values.folder,
        readOnly: values['read-only'] ?? false,
        model: values.model,
        ...startOf(values),
      };
    }
    case 'sessions': {
      const { values, positionals } = readArguments('agent', rest, {
        ...commonOptions,
        ...root,
        ...format,
        all: { type: 'boolean' },
      });
      if (values.help) return 'help';
      none(word, positionals);
      const shown = oneOf('--format', values.format ?? 'text', formats);
      return { word, root: values.root, all: values.all ?? false, format: shown };
    }
    case 'stop': {
      const { values, positionals } = readArguments('agent', rest, { ...commonOptions, ...root });
      return values.help ? 'help' : { word, session: oneId(word, positionals), root: values.root };
    }
    case 'resume': {
      const { values, positionals } = readArguments('agent', rest, { ...commonOptions, ...root, ...start });
      return values.help ? 'help' : { word, session: oneId(word, positionals), root: values.root, ...startOf(values) };
    }
  }
}

function startOf(values: {
  readonly 'prompt-file'?: string | undefined;
  readonly headless?: boolean | undefined;
  readonly timeout?: string | undefined;
}): StartOptions {
  return {
    promptFile: values['prompt-file'],
    headless: values.headless ?? false,
    timeoutMs: values.timeout === undefined ? undefined : readSeconds(values.timeout) * 1000,
  };
}

function readSeconds(text: string): number {
  const seconds = /^\d{1,7}$/u.test(text) ? Number(text) : 0;
  if (seconds < 1) throw new UsageError(`--timeout takes seconds, at least 1, not "${text}"`);
  return seconds;
}

function none(word: string, positionals: readonly string[]): void {
  const [one] = positionals;
  if (one !== undefined) throw new UsageError(`agent ${word} takes options only, not "${one}"`);
}

function oneId(word: string, positionals: readonly string[]): string {
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0)
    throw new UsageError(`agent ${word} takes the ID of one session (\`pactwright agent sessions\` lists them)`);
  return id;
}
