import path from 'node:path';
import type { Verdict } from '../../gates/gate.js';
import type { GateEvent } from '../../protocol.js';
import { type AskedGate, askGate } from '../../execution/gates/askGate.js';
import { formatVerdict } from '../../reports/gate.js';
import { type GateOptions, readExplainOptions, readGateOptions } from './gateOptions.js';
import { explainHelp, gateHelp } from './help.js';
import { type ExitCode, exitCodes, type Io } from './io.js';

/** `pactwright gate`. @throws UsageError */
export async function runGate(args: readonly string[], io: Io): Promise<ExitCode> {
  const options = readGateOptions(args);
  if (options === 'help') {
    io.out(gateHelp);
    return exitCodes.fine;
  }
  const tell = (event: GateEvent): void => {
    if (options.format === 'events') io.out(`${JSON.stringify(event)}\n`);
    else if (event.event === 'condition' && io.terminal) io.err(`… ${event.title}\n`);
  };
  const asked = await ask(options, io, tell);
  if (!asked) return exitCodes.unknown;
  switch (options.format) {
    case 'text':
      io.out(formatVerdict(asked.verdict));
      break;
    case 'json':
      io.out(`${JSON.stringify({ version: 1, root: asked.root, verdict: asked.verdict }, undefined, 2)}\n`);
      break;
    case 'md':
      io.out(asked.report);
      break;
    case 'events': {
      const { verdict, report, repository, head } = asked;
      tell({ event: 'verdict', verdict, report, repository, head });
    }
  }
  return codes[asked.verdict.answer];
}

/** `pactwright explain`. @throws UsageError */
export async function runExplain(args: readonly string[], io: Io): Promise<ExitCode> {
  const options = readExplainOptions(args);
  if (options === 'help') {
    io.out(explainHelp);
    return exitCodes.fine;
  }
  const asked = await ask(options, io, () => undefined);
  if (!asked) return exitCodes.unknown;
  io.out(asked.report);
  return exitCodes.fine;
}

const codes: Readonly<Record<Verdict['answer'], ExitCode>> = {
  allowed: exitCodes.fine,
  refused: exitCodes.findings,
  unknown: exitCodes.unknown,
};

/** @returns undefined where it was broken off, which is told. @throws UsageError */
async function ask(options: GateOptions, io: Io, onEvent: (event: GateEvent) => void): Promise<AskedGate | undefined> {
  const { root, ...request } = options;
  return io.machine.terminal.untilTermination(async (signal) => {
    try {
      return await askGate({
        ...request,
        folder: path.resolve(io.cwd, root ?? '.'),
        machine: io.machine,
        signal,
        onEvent,
        warn: (text) => {
          io.err(`pactwright: ${text}\n`);
        },
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      io.err('pactwright: the gate was broken off, and nothing was decided\n');
      return undefined;
    }
  });
}
