import { describe, expect, it } from 'vitest';
import type { Place } from '../../../server/src/gates/lab.js';
import { labOf, labProject, statusesOf, testsOf } from '../../support/labOf.js';

const here: Place = { kind: 'here' };
const add = 'export const add = (a, b) => a + b;\n';

describe('the lab runs tests', () => {
  it('by vitest, in the folder and in a copy', async () => {
    const source = `import { expect, it } from 'vitest';
import { add } from './add.mjs';
it('adds', () => expect(add(1, 2)).toBe(3));
`;
    const repository = labProject({
      'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }',
      'add.mjs': 'export const add = () => 0;\n',
    });
    const base = repository.git('rev-parse', 'HEAD');
    repository.commit('STORY-001: add', { 'add.mjs': add, 'add.test.mjs': source });
    const tests = testsOf(repository, 'add.test.mjs');
    const lab = labOf(repository);
    expect(statusesOf(await lab.runTests(tests, here))).toEqual({ adds: 'passed' });
    const overlay = new Map([['add.test.mjs', source]]);
    expect(statusesOf(await lab.runTests(tests, { kind: 'tree', tree: base, overlay }))).toEqual({ adds: 'failed' });
  });
});
