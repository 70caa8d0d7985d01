import manifest from '../../../package.json' with { type: 'json' };
import { holdTerminal } from '../../host/askTerminal.js';
import { runCli } from './run.js';

void runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  terminal: process.stdout.isTTY,
  now: Date.now,
  version: manifest.version,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}).then(async (code) => {
  // The editor sets it for terminals that run nothing else.
  if (process.env['PACTWRIGHT_HOLD'] === '1') await holdTerminal();
  // Not `process.exit`: a pipe may still have to take what was written.
  process.exitCode = code;
});
