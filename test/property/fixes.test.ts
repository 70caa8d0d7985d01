import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySafeFixes } from '../../server/src/rules/fixes.js';
import { applyFixes } from '../support/applyFixes.js';
import { lintFiles } from '../support/lintFiles.js';
import { parseRuleFixture } from '../support/ruleFixture.js';
import { runs } from '../support/runs.js';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every project of the rule fixtures: between them they hold every mistake there is a rule for. */
const folder = new URL('../fixtures/rules/', import.meta.url);
const projects: readonly (readonly SourceFile[])[] = readdirSync(folder)
  .filter((name) => name.endsWith('.fixture') && name !== 'E000.fixture')
  .map((name) => parseRuleFixture(readFileSync(new URL(name, folder), 'utf8')).files)
  .filter((files) => files.length > 0);

const fragments = [
  '- [X] task',
  '* [ ] task',
  '### [STORY-001] Title',
  '### R1: name (MUST)',
  '### AC1: name (R1)',
  '- **Given** a cart',
  '- **Then**',
  '## Requirements',
  '## acceptance criterias',
  '| a | b | c |',
  '| Status | in progress |',
  '```',
  '<!-- pactwright-disable PW305 -->',
  'hooks: true',
  '',
];

/** A project of the fixtures with lines removed, doubled, exchanged or put in at random. */
const mutatedProject = fc
  .tuple(
    fc.constantFrom(...projects),
    fc.array(
      fc.record({
        file: fc.nat(3),
        line: fc.nat(80),
        what: fc.constantFrom('remove', 'double', 'swap', 'insert'),
        fragment: fc.constantFrom(...fragments),
      }),
      { maxLength: 6 },
    ),
  )
  .map(([files, mutations]) => {
    const texts = files.map(({ path, text }) => ({ path, lines: text.split('\n') }));
    for (const { file, line, what, fragment } of mutations) {
      const target = texts[file % texts.length];
      if (!target) continue;
      const { lines } = target;
      const at = line % lines.length;
      const here = lines[at] ?? '';
      if (what === 'remove') lines.splice(at, 1);
      else if (what === 'double') lines.splice(at, 0, here);
      else if (what === 'insert') lines.splice(at, 0, fragment);
      else lines.splice(at, 2, ...lines.slice(at, at + 2).reverse());
    }
    return texts.map(({ path, lines }) => ({ path, text: lines.join('\n') }));
  });

/** Applies all safe fixes once, in every file. */
async function fixOnce(files: readonly SourceFile[]): Promise<{ files: readonly SourceFile[]; fixed: number }> {
  const { findings } = await lintFiles(files);
  let fixed = 0;
  const after = files.map(({ path, text }) => {
    const result = applySafeFixes(
      text,
      findings.filter((finding) => finding.path === path),
    );
    fixed += result.fixed.length;
    return { path, text: result.text };
  });
  return { files: after, fixed };
}

describe('safe fixes', () => {
  it('come to an end: fixed again, a fixed project stays what it is', async () => {
    await fc.assert(
      fc.asyncProperty(mutatedProject, async (project) => {
        let state = { files: project as readonly SourceFile[], fixed: 1 };
        let passes = 0;
        while (state.fixed > 0 && passes++ < 10) state = await fixOnce(state.files);
        expect(state.fixed, 'fixes that are still wanted after ten passes').toBe(0);
        expect((await fixOnce(state.files)).files).toEqual(state.files);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('any fix', () => {
  it('makes its finding go away', async () => {
    await fc.assert(
      fc.asyncProperty(mutatedProject, fc.nat(50), async (project, pick) => {
        const { findings } = await lintFiles(project);
        const fixable = findings.filter(({ fix }) => fix);
        const chosen = fixable[pick % Math.max(1, fixable.length)];
        if (!chosen?.fix) return;
        const after = applyFixes(project, [{ path: chosen.path, fix: chosen.fix }]);
        // Equal mistakes are told apart by their number only, so what counts is how many there are.
        const same = (some: typeof findings): number =>
          some.filter(
            ({ code, path, message }) => code === chosen.code && path === chosen.path && message === chosen.message,
          ).length;
        expect(same((await lintFiles(after)).findings), `${chosen.code} ${chosen.message}`).toBeLessThan(
          same(findings),
        );
      }),
      { numRuns: runs(300) },
    );
  });
});
