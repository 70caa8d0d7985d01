import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { measureByTurns, ratiosOf, report } from './measure.js';

const cli = path.resolve('dist/cli.js');
/** What we want of the first answer, in times that Node needs to do nothing, of the clock and of the processor. */
const bar = 4;
/** What fails here: above the bar, because a loaded machine gives up to a quarter more. */
const bound = 5;
/** The same, until it has also listed its tools. */
const boundOfList = 6;
const rounds = 21;

// Its own, so that the builds of others do not take the places of what is compiled here.
const cache = mkdtempSync(path.join(os.tmpdir(), 'pactwright-mcp-'));
beforeAll(() => {
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

const message = (content: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...content })}\n`;
const initialize = message({
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});
const list = message({ method: 'notifications/initialized' }) + message({ id: 2, method: 'tools/list' });

it(`answers a client of the Model Context Protocol in at most ${bound} times what Node needs to do nothing`, () => {
  // Both to the end of the process, which comes after the answer, as the input has ended by then.
  const programs = { nothing: ['-e', '0'], server: [cli, 'mcp'] };
  const { nothing, server } = measureByTurns(programs, rounds, {}, initialize);
  const { processor, wall } = ratiosOf(server, nothing);
  const listed = measureByTurns(programs, rounds, {}, initialize + list);
  const more = ratiosOf(listed['server'], listed['nothing']);
  report('mcp', {
    'node -e 0 ms': nothing?.times[rounds >> 1] ?? 0,
    processor,
    wall,
    bar,
    'with list of tools: processor': more.processor,
    'wall ': more.wall,
  });
  expect(processor).toBeLessThanOrEqual(bound);
  expect(wall).toBeLessThanOrEqual(bound);
  expect(more.processor).toBeLessThanOrEqual(boundOfList);
  expect(more.wall).toBeLessThanOrEqual(boundOfList);
});
