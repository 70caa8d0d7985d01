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
