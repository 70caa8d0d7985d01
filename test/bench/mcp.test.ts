import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { median, report } from './measure.js';

const cli = path.resolve('dist/cli.js');
/** In times that Node needs to do nothing: what it should be, and what only a gross loss exceeds. */
const bar = 4;
const bound = 8;
const rounds = 17;

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});

/** Milliseconds until a program says something, or ends. */
async function time(args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined).write(`${initialize}\n`);
  await new Promise((resolve) => {
    child.stdout.once('data', resolve);
    child.once('close', resolve);
  });
  const took = performance.now() - began;
  child.kill();
  return took;
}

it(`answers a client of the Model Context Protocol in at most ${bound} times what Node needs to do nothing`, async () => {
  const times: { readonly nothing: number; readonly server: number }[] = [];
  for (let round = -2; round < rounds; round++) {
    const took = { nothing: await time(['-e', '0']), server: await time([cli, 'mcp']) };
    // The first rounds compile the code.
    if (round >= 0) times.push(took);
  }
  const typical = (which: 'nothing' | 'server'): number => median(times.map((one) => one[which]).sort((a, b) => a - b));
  const ratio = typical('server') / typical('nothing');
  report('mcp', { 'node -e 0 ms': typical('nothing'), ratio, bar, bound });
  expect(ratio).toBeLessThanOrEqual(bound);
});
