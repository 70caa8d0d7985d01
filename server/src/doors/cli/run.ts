import { nearestName } from '../../base/nearestName.js';
import { generalHelp } from './help.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { runDrift, runLint } from './lintCommand.js';
import { plainLines } from '../../base/plainText.js';
import { runRules } from './rulesCommand.js';

// What every commit runs is read at once, the others when they are called.
const commands: Readonly<Record<string, (args: readonly string[], io: Io) => ExitCode | Promise<ExitCode>>> = {
  lint: runLint,
  drift: runDrift,
  trace: async (args, io) => (await import('./traceCommand.js')).runTrace(args, io),
  impact: async (args, io) => (await import('./traceCommand.js')).runImpact(args, io),
  insights: async (args, io) => (await import('./insightsCommand.js')).runInsights(args, io),
  rules: runRules,
  test: async (args, io) => (await import('./testCommand.js')).runTest(args, io),
  gate: async (args, io) => (await import('./gateCommand.js')).runGate(args, io),
  agent: async (args, io) => (await import('./agentCommand.js')).runAgentCommand(args, io),
  phase: async (args, io) => (await import('./phaseCommand.js')).runPhaseCommand(args, io),
  explain: async (args, io) => (await import('./gateCommand.js')).runExplain(args, io),
  evidence: async (args, io) => (await import('./evidenceCommand.js')).runEvidence(args, io),
  'merge-driver': async (args, io) => (await import('./mergeDriverCommand.js')).runMergeDriver(args, io),
  hook: async (args, io) => (await import('./hookCommand.js')).runHook(args, io),
  record: async (args, io) => (await import('./recordCommand.js')).runRecord(args, io),
};

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

function dispatch(args: readonly string[], io: Io): ExitCode | Promise<ExitCode> {
  const [name, ...rest] = args.filter((argument, index) => index > 0 || argument !== '--debug');
  if (name === '--help' || name === '-h' || name === 'help') {
    io.out(generalHelp);
    return exitCodes.fine;
  }
  if (name === '--version') {
    io.out(`${io.version}\n`);
    return exitCodes.fine;
  }
  if (name === undefined) throw new UsageError('name a command, e.g. lint (`pactwright --help` says more)');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command(rest, io);
  return runOperationNamed(name, rest, io);
}

/** Operations are known to their registry alone, which is read for those that are no command. */
async function runOperationNamed(name: string, rest: readonly string[], io: Io): Promise<ExitCode> {
  const { operationWords, runOperation } = await import('./operationCommand.js');
  if (operationWords.has(name)) return runOperation(name, rest, io);
  const nearest = nearestName(name, [...Object.keys(commands), ...operationWords]);
  throw new UsageError(
    `there is no command "${name}"${nearest === undefined ? '' : `, perhaps you mean ${nearest}`} (\`pactwright --help\` lists them)`,
  );
}
