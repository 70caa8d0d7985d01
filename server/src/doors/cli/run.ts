import type { CommandEntries } from './command.js';
import { commandIndex } from './commands/index.js';
import { plainLines } from '../../base/plainText.js';
import { UsageError } from '../../base/usageError.js';
import { readCommandLine } from './commandLine.js';
import { findCommand, isHelp } from './findCommand.js';
import { type ExitCode, exitCodes, type Io } from './io.js';

/** What says itself what is wrong and the way out; by name, as most commands know nothing of the record. */
const expected: ReadonlySet<string> = new Set(['UsageError', 'EvidenceNotWritten', 'NoScratchFolder']);

/**
 * Runs one command line. Never throws: what goes wrong is one line on standard error and an exit code, with the stack only
 * where `--debug` asks for it.
 *
 * @param args what is behind the program's name.
 */
export async function runCli(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(args, io);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const said =
      error instanceof Error && expected.has(error.name)
        ? message
        : `something went wrong inside Pactwright (--debug shows where): ${message}`;
    io.err(`pactwright: ${plainLines(said.replace(/\s*\n\s*/g, ' '))}\n`);
    if (args.includes('--debug') && error instanceof Error) io.err(`${error.stack ?? ''}\n`);
    return exitCodes.usage;
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = args.filter((argument, index) => index > 0 || argument !== '--debug');
  if (isHelp(name) || name === 'help') return show((await import('./commandHelp.js')).generalHelp(allEntries), io);
  if (name === '--version') return show(`${io.version}\n`, io);
  if (name === undefined) throw new UsageError('name a command, e.g. lint (`pactwright --help` says more)');
  try {
    return await call([name, ...rest], io);
  } catch (error) {
    const entry = error instanceof UsageError ? allEntries.commands.find((one) => one.name === name) : undefined;
    const group = await entry?.load();
    if (!(error instanceof UsageError) || !group || !('members' in group) || !group.answerUsage) throw error;
    return group.answerUsage(error.message, io);
  }
}

async function call([name = '', ...rest]: readonly string[], io: Io): Promise<ExitCode> {
  const found = await findCommand([name, ...rest], allEntries);
  if ('members' in found) return show((await import('./commandHelp.js')).groupHelp(found), io);
  const given = readCommandLine(found.command, found.rest);
  if (given === 'help') return show((await import('./commandHelp.js')).commandHelp(found.command), io);
  if (io.machine.places.env['PACTWRIGHT_REQUESTS'] !== undefined) {
    const code = await (await import('./forward.js')).forward([name, ...rest], io);
    if (code !== undefined) return code;
  }
  return found.command.run(given, io, allEntries);
}

async function show(text: string | Promise<string>, io: Io): Promise<ExitCode> {
  io.out(await text);
  return exitCodes.fine;
}

/** Commands and operations, loaded when they are called. */
export const allEntries: CommandEntries = {
  commands: commandIndex,
  operations: async () =>
    (await import('./operationFacts.js')).operationFacts.map((facts) => ({
      ...facts,
      load: async () => (await import('./operationCommand.js')).operationNamed(facts),
    })),
};
