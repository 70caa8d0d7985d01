import { rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintAgain } from '../support/lintAgain.js';
import { brokenSpec, cleanSpec } from '../support/projectTexts.js';
import { run } from '../support/runCli.js';
import { runs } from '../support/runs.js';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';

/** Which texts a file may have; undefined: it is gone. Few of each, so that what was comes again. */
const texts: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'docs/specs/STORY-001.md': [cleanSpec('STORY-001'), brokenSpec('STORY-001'), undefined],
  'docs/specs/STORY-002.md': [cleanSpec('STORY-002'), undefined],
  'docs/test_cases/STORY-001.md': ['# Test Cases: STORY-001\n', undefined],
  'docs/product/sprint_board.md': ['# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] Cart\n', '', undefined],
  '.pactwright/config.yaml': ['rules:\n  E004: warning\n', 'rules: [', 'paths:\n  specs: docs/test_cases\n', undefined],
  '.pactwright/baseline.json': ['{ "version": 1, "findings": [] }', '{', undefined],
  'apps/one/docs/specs/STORY-001.md': [brokenSpec('STORY-001'), undefined],
  'README.md': ['# Shop\n', undefined],
};

const edit = fc
  .constantFrom(...Object.keys(texts))
  .chain((file) => fc.record({ file: fc.constant(file), text: fc.constantFrom(...(texts[file] ?? [])) }));
const args = fc.constantFrom([], ['--format', 'json'], ['docs/specs'], ['docs/specs/STORY-001.md'], ['--root', 'docs']);

describe('lint, run again and again', () => {
  it('says what it says without anything kept, whatever changed meanwhile', async () => {
    let recalled = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ edits: fc.array(edit, { maxLength: 2 }), args }), { maxLength: 8 }),
        async (steps) => {
          const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': cleanSpec('STORY-001') });
          const cache = temporaryFolder();
          for (const step of steps) {
            for (const { file, text } of step.edits) {
              if (text === undefined) rmSync(path.join(cwd, file), { force: true });
              else writeFiles(cwd, { [file]: text });
            }
            const kept = await lintAgain(cache, { cwd }, ...step.args);
            const fresh = await run({ cwd }, 'lint', ...step.args);
            expect(kept).toEqual({ ...fresh, recalled: kept.recalled });
            if (kept.recalled) recalled++;
          }
        },
      ),
      { numRuns: runs(50) },
    );
    expect(recalled).toBeGreaterThan(0);
  });
});
