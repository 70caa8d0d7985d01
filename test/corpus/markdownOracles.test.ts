import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { tests as examples } from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { checkAgainstOracle } from '../support/checkAgainstOracle.js';
import { tried } from '../support/runs.js';
import { describeWithShared, filesBelow } from '../support/shared.js';

const oracles = ['remark', 'markdown-it'] as const;

/** Oracles are slow readers. */
const chosen = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => at % tried(1, 15) === 0);

describe.each(oracles)('CommonMark examples as %s reads them', (oracle) => {
  it.each(
    chosen(examples).map(({ number, section, markdown }) => [number, section, markdown.replaceAll('→', '\t')] as const),
  )('example %i: %s', (_number, _section, markdown) => {
    checkAgainstOracle(oracle, markdown);
  });

  it('finds all of them', () => expect(examples).toHaveLength(652));
});

for (const folder of ['corpus', 'fixtures']) {
  describeWithShared(`documents of ${folder}`, [folder], (root) => {
    const files = filesBelow(root, '.md');
    it('finds some', () => expect(files.length).toBeGreaterThan(10));
    describe.each(oracles)('as %s reads them', (oracle) => {
      it.each(chosen(files).map((file) => [relative(root, file), file]))('%s', (_name, file) => {
        checkAgainstOracle(oracle, readFileSync(file, 'utf8'));
      });
    });
  });
}
