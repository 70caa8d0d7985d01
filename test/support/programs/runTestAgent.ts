import { readFileSync, writeFileSync } from 'node:fs';
import { runAgent } from '../../../server/src/execution/agents/runAgent.js';
import { untilTermination } from '../../../server/src/host/termination.js';
import { testAgent } from '../testAgent.js';
import { testMachine } from '../testMachine.js';

/** Runs the agent of tests in the current folder, as the command line runs one: `MODE PROMPT-FILE RESULT-FILE`. */
const [mode, promptFile = '', resultFile = ''] = process.argv.slice(2);

void untilTermination(async (signal) => {
  const { session, end } = await runAgent({
    agent: testAgent,
    mode: mode === 'headless' ? 'headless' : 'interactive',
    item: 'STORY-042',
    phase: 'act',
    round: 1,
    prompt: readFileSync(promptFile, 'utf8'),
    access: 'write',
    folder: process.cwd(),
    machine: testMachine(process.env),
    warn: (text) => void process.stderr.write(`${text}\n`),
    signal,
  });
  writeFileSync(resultFile, JSON.stringify({ session, end }));
});
