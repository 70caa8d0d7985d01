import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generateProject } from '../support/generateProject.js';
import { sharedFolder } from '../support/shared.js';
import { calibrate, measureByTurns, median, report } from './measure.js';

const cli = path.resolve('dist/cli.js');
const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-bench-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const corpus = sharedFolder('corpus', 'pactkit');

describe('the command line', () => {
  it('is built', () => {
    expect(existsSync(cli), 'dist/cli.js: run `npm run build` first').toBe(true);
  });

  it.skipIf(corpus === undefined)('lints 193 real specs in at most 2.5 times the time Node needs to do nothing', () => {
    const specs = path.join(corpus ?? '', 'docs', 'specs');
    const { nothing, lint, whole } = measureByTurns(
      {
        nothing: ['-e', '0'],
        lint: [cli, 'lint', specs, '--root', corpus ?? ''],
        whole: [cli, 'lint', '--root', corpus ?? ''],
      },
      15,
    );
    const ratio = median(lint?.times ?? []) / median(nothing?.times ?? []);
    report('lint of the corpus', {
      'node -e 0 ms': median(nothing?.times ?? []),
      'specs ms': median(lint?.times ?? []),
      'whole project ms': median(whole?.times ?? []),
      ratio,
      'ratio of the whole project': median(whole?.times ?? []) / median(nothing?.times ?? []),
      'calibration ms': calibrate(),
    });
    expect(ratio).toBeLessThanOrEqual(2.5);
  });

  it('lints 5,000 generated specs and test cases in at most 12 times the time it takes to read them, in 300 MB', () => {
    const files = generateProject(2_500);
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const reader = path.join(folder, 'read.cjs');
    writeFileSync(
      reader,
      `const fs = require('node:fs'), path = require('node:path');
       for (const sub of ['docs/specs', 'docs/test_cases']) {
         const folder = path.join(${JSON.stringify(folder)}, sub);
         for (const name of fs.readdirSync(folder)) fs.readFileSync(path.join(folder, name), 'utf8');
       }`,
    );
    const { read, lint } = measureByTurns({ read: [reader], lint: [cli, 'lint', '--root', folder] }, 5);
    const ratio = median(lint?.times ?? []) / median(read?.times ?? []);
    report('lint of 5,000 documents', {
      'read ms': median(read?.times ?? []),
      'lint ms': median(lint?.times ?? []),
      ratio,
      'memory MB': (lint?.memory ?? 0) / 1024 / 1024,
      'calibration ms': calibrate(),
    });
    expect(ratio).toBeLessThanOrEqual(12);
    expect(lint?.memory).toBeLessThanOrEqual(300 * 1024 * 1024);
  });
});
