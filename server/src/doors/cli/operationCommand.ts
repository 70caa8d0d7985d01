import path from 'node:path';
import { shellWord } from '../../base/shellWord.js';
import { commandOf } from '../../operations/commandOf.js';
import { Refused } from '../../operations/errorCodes.js';
import { allOperations } from '../../operations/registry.js';
import type { Operation } from '../../operations/operation.js';
import { carryOutOnDisk, type OperationRequest } from '../../execution/executor/diskTarget.js';
import { createHands } from '../../execution/hands/createHands.js';
import type { StepEvent } from '../../execution/executor/runSteps.js';
import type { CarriedOut, Plan } from '../../operations/operation.js';
import { envelopeOf, formatDone } from '../../reports/operation.js';
import { exitCodeOf } from './exitCodeOf.js';
import { createProgress } from './progress.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { type Command, type CommandGroup, formatField, rootField } from './command.js';
import { checkInput } from './commandLine.js';
import type { OperationFacts } from './operationFacts.js';
import { plainLines } from '../../base/plainText.js';

const optionsOfAll = {
  root: {
    ...rootField,
    description: 'the project (default: the current folder, or the one project above or below it)',
  },
  format: formatField('text', 'json'),
} as const;

const dryRunOption = { dryRun: { type: 'flag', description: 'show what would be done without doing it' } } as const;

const exitMeanings = {
  0: 'done',
  1: 'refused',
  2: 'wrong usage, input or configuration',
  3: 'not written, or unknown',
};

/** `pactwright board tick …`, `pactwright next-id …`. What an operation is given, it checks itself. */
export function operationAsCommand(operation: Operation): Command {
  const { name, summary, details, fields, writes } = operation;
  return {
    name,
    summary,
    description: details,
    examples: [[exampleOf(operation), '']],
    fields: { ...fields, ...optionsOfAll, ...(writes ? dryRunOption : {}) },
    exitCodes: exitMeanings,
    run: (given, io) => {
      const { root, format } = checkInput({ name, fields: optionsOfAll }, given);
      const input = Object.fromEntries(Object.entries(given).filter(([field]) => Object.hasOwn(fields, field)));
      return runOperation({ operation, input, dryRun: given['dryRun'] === true }, { root, format }, io);
    },
  };
}

/** The example of an operation as a line for a shell. */
function exampleOf(operation: Operation): string {
  return commandOf(operation, operation.example)
    .map((word) => (/^[\w./=:@%+,-]+$/u.test(word) ? word : shellWord(word)))
    .join(' ');
}

/** An operation, or the group of those that have this first word. */
export function operationNamed({ name, summary }: OperationFacts): Command | CommandGroup {
  const only = allOperations.find((operation) => operation.name === name);
  if (only) return operationAsCommand(only);
  const members = allOperations.filter((operation) => operation.name.startsWith(`${name} `));
  return { name, summary, members: members.map(operationAsCommand) };
}

type Wanted = Pick<OperationRequest, 'operation' | 'input' | 'dryRun'>;

interface Shown {
  readonly root: string | undefined;
  readonly format: 'text' | 'json';
}

/** @throws UsageError */
async function runOperation({ operation, input, dryRun }: Wanted, { root, format }: Shown, io: Io): Promise<ExitCode> {
  try {
    const folder = path.resolve(io.cwd, root ?? '.');
    const done = await io.machine.terminal.untilTermination((signal) =>
      carryOutHere({ operation, input, folder, dryRun, io, signal }),
    );
    io.out(format === 'json' ? envelopeOf(operation.name, dryRun, { done }) : formatDone(done, dryRun));
    return exitCodes.fine;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, message, candidates } = error;
    if (format === 'json') io.out(envelopeOf(operation.name, dryRun, { error: { code, message, candidates } }));
    else io.err(plainLines([`pactwright: ${message}\n`, ...candidates.map((one) => `  ${one}\n`)].join('')));
    return exitCodeOf(code);
  }
}

/** @throws Refused, also where a person broke it off; UsageError */
async function carryOutHere({
  io,
  signal,
  ...request
}: Omit<OperationRequest, 'machine' | 'hands' | 'onWait'> & { readonly io: Io }): Promise<CarriedOut> {
  const progress = createProgress(io, request.operation.name);
  const warn = (text: string): void => {
    io.err(`pactwright: ${text}\n`);
  };
  let written: Plan | undefined;
  const steps: string[] = [];
  const tell = (event: StepEvent): void => {
    if (event.event === 'done') {
      steps.push(event.what);
      io.err(plainLines(`${event.what}\n`));
    } else progress.show(event.title);
  };
  const { machine } = io;
  const ask =
    io.terminal && process.stdin.isTTY ? (question: string) => machine.terminal.ask(question, signal) : undefined;
  try {
    return await carryOutOnDisk({
      ...request,
      machine,
      signal,
      hands: createHands({ machine, signal, warn, tell, ask }),
      onWritten: (plan) => {
        written = plan;
      },
      onWait: (message) => {
        warn(`waits: ${message}`);
      },
    });
  } catch (error) {
    if (!signal.aborted || error instanceof Refused) throw error;
    throw new Refused('failed', canceled(written, steps));
  } finally {
    progress.end();
  }
}

/** What is to be known once a person canceled: what was written before, and which steps were done. */
function canceled(written: Plan | undefined, steps: readonly string[]): string {
  if (!written) return 'canceled; nothing was written';
  const done = [...written.changes.map(({ path: file }) => `wrote ${file}`), ...steps];
  if (done.length === 0) return 'canceled while its steps were carried out: see `git status`';
  return `canceled after this was done, which stays: ${done.join('; ')}`;
}
