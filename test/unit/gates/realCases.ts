import { change, type GateCase } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

/** A change of source code and of a test, in TypeScript unless another ending says so. */
export const work = (
  before: string | undefined,
  source: string,
  test: string,
  paths = ['src/sum.ts', 'test/sum.test.ts'],
  more = '',
): GateCase => {
  const [sourcePath = '', testPath = ''] = paths;
  return {
    project: gateProject({ more: `=== ${testPath}\n${test}${more}` }),
    work: { changes: [change(sourcePath, before, source), change(testPath, undefined, test)] },
  };
};
export const ts = (source: string, test: string, before?: string): GateCase =>
  work(before, source, `import { total } from '../src/sum.js';\n${test}`);
export const py = (source: string, test: string, before?: string): GateCase =>
  work(before, source, test, ['src/sum.py', 'tests/test_sum.py']);

export const real = 'export function total(items: number[]): number {\n  return items.reduce((a, b) => a + b, 0);\n}\n';
export const asks = (input: string, output: string): string =>
  `it('adds', () => { expect(total(${input})).toBe(${output}); });\n`;
