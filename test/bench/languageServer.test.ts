import { afterAll, describe, expect, it } from 'vitest';
import { startLspWorkspace } from '../lsp/lspClient.js';
import { createRandom, generateProject, generateSpec } from '../support/generateProject.js';
import { calibrate, percentile, report } from './measure.js';

/** What the server waits for a pause in typing before it judges. */
const debounceMs = 150;
/** Milliseconds on a machine with nothing else to do; printed beside what is measured, and not asserted. */
const aim = 30;

describe('the language server with 2,000 documents', async () => {
  const file = 'docs/specs/STORY-0001.md';
  const files = Object.fromEntries(generateProject(1_000));
  const text = generateSpec('STORY-0001', createRandom(7), { requirements: 24, prose: 90 });
  const workspace = await startLspWorkspace({ ...files, [file]: text });
  afterAll(workspace.stop);

  it('answers an edit of a 20 KB spec', async () => {
    const { open, change, until, published, uri } = workspace;
    expect(text.length).toBeGreaterThan(18_000);
    await open(file, text);
    const times: number[] = [];
    for (let version = 2; version < 42; version++) {
      // Every other edit breaks a heading, so that each one changes what is shown.
      const next = version % 2 === 0 ? text.replace('## Acceptance Criteria', '## Acceptance criterias') : text;
      await change(file, next, version);
      const began = performance.now();
      await until(() => published.some((message) => message.uri === uri(file) && message.version === version));
      times.push(performance.now() - began - debounceMs);
    }
    times.sort((a, b) => a - b);
    report('edit to diagnostics after the debounce', {
      'p50 ms': percentile(times, 0.5),
      'p95 ms': percentile(times, 0.95),
      'aim of p95 ms': aim,
      'calibration ms': calibrate(),
    });
    expect(times).toHaveLength(40);
  });

  it('sends one publication for an edit that concerns one document', async () => {
    const { change, until, published, uri } = workspace;
    const before = published.length;
    await change(file, `${text}\n<!-- pactwright-disable -->\n`, 100);
    await until(() => published.some((message) => message.uri === uri(file) && message.version === 100));
    await workspace.settled();
    expect(published.slice(before).map((message) => message.uri)).toEqual([uri(file)]);
  });
});

describe('the language server with 8,000 documents, of which it holds no models', async () => {
  const workspace = await startLspWorkspace(Object.fromEntries(generateProject(4_000)), { mostWhole: 0 });
  afterAll(workspace.stop);

  it('answers others while it reads all of them for the first search for symbols', async () => {
    const { connection, settled, uri } = workspace;
    await settled();
    const timeOf = async (method: string, params: object): Promise<number> => {
      const began = performance.now();
      await connection.sendRequest(method, params);
      return performance.now() - began;
    };
    const search = (): Promise<number> => timeOf('workspace/symbol', { query: 'STORY' });
    let isFound = false;
    const first = search().finally(() => (isFound = true));
    const others: number[] = [];
    while (!isFound)
      others.push(
        await timeOf('textDocument/documentSymbol', { textDocument: { uri: uri('docs/specs/STORY-0001.md') } }),
      );
    const again = await search();
    others.sort((a, b) => a - b);
    const longest = percentile(others, 1);
    report('the first search for symbols in 8,000 documents', {
      'first ms': await first,
      'again in hundredths of the first': (again / (await first)) * 100,
      'longest wait of another request in hundredths of the first': (longest / (await first)) * 100,
      'median wait in hundredths of the first': (percentile(others, 0.5) / (await first)) * 100,
      'others answered': others.length,
      'calibration ms': calibrate(),
    });
    expect(others.length).toBeGreaterThan(10);
  });
});
