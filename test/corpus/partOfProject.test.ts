import { expect, it } from 'vitest';
import type { Finding } from '../../server/src/rules/finding.js';
import { run } from '../support/runCli.js';
import { describeWithShared } from '../support/shared.js';
import { sampled } from '../support/runs.js';

interface Report {
  readonly files: number;
  readonly findings: readonly Finding[];
}

describeWithShared('lint of a part of a project', ['corpus', 'pactkit'], (cwd) => {
  const lint = async (...paths: string[]): Promise<Report> =>
    JSON.parse((await run({ cwd }, 'lint', '--format', 'json', ...paths)).out) as Report; // the command's own format
  let all: Promise<Report> | undefined;

  const parts: readonly (readonly string[])[] = [
    ['docs/specs'],
    ['docs/test_cases'],
    ['docs/product'],
    ['docs/product/archive'],
    ['docs/architecture'],
    ['docs/product/sprint_board.md', 'docs/test_cases'],
  ];
  it.each(sampled(parts).map((paths) => ({ paths })))(
    'finds what a lint of all finds there: $paths',
    async ({ paths }) => {
      const whole = await (all ??= lint());
      const part = await lint(...paths);
      const inPart = whole.findings.filter((finding) =>
        paths.some((wanted) => finding.path === wanted || finding.path.startsWith(`${wanted}/`)),
      );
      expect(inPart.length).toBeGreaterThan(0);
      expect(part.findings).toEqual(inPart);
    },
  );
});
