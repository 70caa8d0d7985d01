import path from 'node:path';
import { nearestName } from '../../base/nearestName.js';
import { Refused } from '../../operations/errorCodes.js';
import { allOperations } from '../../operations/registry.js';
import type { Operation } from '../../operations/operation.js';
import { carryOutOnDisk, type OperationRequest } from '../../execution/executor/diskTarget.js';
import { createHands } from '../../execution/delivery/hands.js';
import type { StepEvent } from '../../execution/executor/runSteps.js';
import type { CarriedOut } from '../../operations/operation.js';
import { envelopeOf, formatDone } from '../../reports/operation.js';
import { exitCodeOf } from './exitCodeOf.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { operationHelp, operationUsage } from './operationHelp.js';
import { readOperationOptions } from './operationOptions.js';
import { plainLines } from '../../base/plainText.js';

/** What a command line that calls an operation begins with. */
export const operationWords: ReadonlySet<string> = new Set(allOperations.map(({ name }) => name.split(' ')[0] ?? name));

/**
 * `pactwright board tick …`, `pactwright next-id …`: every operation of the registry.
 *
 * @param word the first word of the command line, which some operation begins with.
 * @throws UsageError
 */
export async function runOperation(word: string, args: readonly string[], io: Io): Promise<ExitCode> {
  const found = findOperation(word, args);
  if ('help' in found) {
    io.out(found.help);
    return exitCodes.fine;
  }
  const { operation, rest } = found;
  const options = readOperationOptions(operation, rest);
  if (options === 'help') {
    io.out(operationHelp(operation));
    return exitCodes.fine;
  }
  const { input, root, format, dryRun } = options;
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
  const warn = (text: string): void => {
    io.err(`pactwright: ${text}\n`);
  };
  const tell = (event: StepEvent): void => {
    if (event.event === 'done') io.err(plainLines(`${event.what}\n`));
    else if (io.terminal) io.err(`… ${event.title}\n`);
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
      onWait: (message) => {
        warn(`waits: ${message}`);
      },
    });
  } catch (error) {
    if (!signal.aborted || error instanceof Refused) throw error;
    throw new Refused('failed', 'it was broken off, and nothing was written');
  }
}

/** The operation that a command line calls, or the help of a group of them. @throws UsageError */
export function findOperation(
  word: string,
  args: readonly string[],
): { readonly operation: Operation; readonly rest: readonly string[] } | { readonly help: string } {
  const alone = allOperations.find(({ name }) => name === word);
  if (alone) return { operation: alone, rest: args };
  const group = allOperations.filter(({ name }) => name.startsWith(`${word} `));
  const [second, ...rest] = args;
  const operation = group.find(({ name }) => name === `${word} ${second ?? ''}`);
  if (operation) return { operation, rest };
  if (second === undefined || second === '--help' || second === '-h')
    return {
      help: `Usage: pactwright ${word} WORD [OPTION…]\n\n${group.map((one) => `  ${operationUsage(one)}\n      ${one.summary}\n`).join('')}`,
    };
  const words = group.map(({ name }) => name.slice(word.length + 1));
  const nearest = nearestName(second, words);
  throw new UsageError(
    `${word} has no "${second}"${nearest === undefined ? '' : `, perhaps you mean ${word} ${nearest}`} (\`pactwright ${word} --help\` lists them)`,
  );
}
