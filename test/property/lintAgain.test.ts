import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harm, lintAgain } from '../support/lintAgain.js';
import { projectStep, takeStep } from '../support/projectSteps.js';
import { cleanSpec } from '../support/projectTexts.js';
import { run } from '../support/runCli.js';
import { runs } from '../support/runs.js';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';

const args = fc.constantFrom(
  [],
  [],
  [],
  ['--format', 'json'],
  ['--compat', '2.20.0'],
  ['docs/specs'],
  ['docs/specs/STORY-001.md'],
  ['--root', 'docs'],
);
/** How far the clock is ahead: files then seem to have changed long ago, just now, or in times to come. */
const ahead = fc.constantFrom(3_600_000, 3_600_000, 0, -3_600_000);

/** What happens to what is kept; `twoAtOnce`: another process runs at the same time. */
const mishap = fc.constantFrom('none', 'none', 'none', 'cutDocuments', 'damageDocuments', 'twoAtOnce');

describe('lint, run again and again', () => {
  it('says what it says without anything kept, whatever changed meanwhile', async () => {
    let recalled = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ steps: fc.array(projectStep, { maxLength: 3 }), args, ahead, mishap, at: fc.nat() }), {
          maxLength: 8,
        }),
        async (all) => {
          const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': cleanSpec('STORY-001') });
          const cache = temporaryFolder();
          for (const { steps, args, ahead, mishap, at } of all) {
            for (const step of steps) takeStep(cwd, step);
            if (mishap === 'cutDocuments' || mishap === 'damageDocuments') harm(cache, mishap, at);
            const fresh = await run({ cwd }, 'lint', ...args);
            for (const now of ahead === 0 ? [Date.now(), Date.now()] : [Date.now() + ahead]) {
              const processes = mishap === 'twoAtOnce' ? [args, args, []] : [args];
              const all = await Promise.all(processes.map((own) => lintAgain(cache, { cwd, now }, ...own)));
              for (const kept of all.slice(0, 2)) {
                expect(kept).toEqual({ ...fresh, recalled: kept.recalled });
                if (kept.recalled) recalled++;
              }
            }
          }
        },
      ),
      { numRuns: runs(50) },
    );
    expect(recalled).toBeGreaterThan(0);
  });

  it('asks a rule again that compares the words of another document, though its facts are the same', async () => {
    const source = cleanSpec('STORY-002');
    const quote = '\n> The client MUST store the cart in the browser.\n> — STORY-002/R1\n';
    const cwd = temporaryFolder({
      'docs/specs/STORY-001.md': `${cleanSpec('STORY-001')}${quote}`,
      'docs/specs/STORY-002.md': source,
    });
    const cache = temporaryFolder();
    const now = Date.now() + 3_600_000;
    expect((await lintAgain(cache, { cwd, now })).out).not.toContain('PW644');
    writeFiles(cwd, { 'docs/specs/STORY-002.md': source.replace('browser', 'cookies') });
    expect((await lintAgain(cache, { cwd, now })).out).toContain('PW644');
  });
});
