import { describe, it } from 'vitest';
import { answersFollow } from '../../../server/src/gates/conditions/answersFollow.js';
import type { ExpectedOutcome } from '../../support/checkCondition.js';
import { checkReal } from '../../support/realCondition.js';

const listed = (decision: string): ExpectedOutcome => ({
  state: 'pass',
  problems: [`decides by \`${decision}\`, which matters for the values in the tests`],
});
const followed: ExpectedOutcome = { state: 'pass', summary: '1 condition tried with other values' };

describe('with node --test', () => {
  const secret = 'name.length * name.charCodeAt(0) === 195';
  it.each<[what: string, code: string, asserts: string, expected: ExpectedOutcome]>([
    [
      'a text that is known by a number',
      `export const greet = (name) => (${secret} ? 'Hello, A' + 'da' : name);`,
      "assert.equal(greet('Ada'), 'Hello, Ada')",
      listed(secret),
    ],
    [
      'a text that is long',
      "export const greet = (name) => (name.length > 2 ? 'Hello, ' + name : name);",
      "assert.equal(greet('Ada'), 'Hello, Ada')",
      followed,
    ],
    [
      'a number, where the runner shows the source and not the result',
      'export const greet = (total) => (total >= 100 ? total - total / 10 : total);',
      'assert.ok(Math.abs(greet(200) - 180) < 1e-9)',
      followed,
    ],
  ])('%s', (_, code, asserts, expected) =>
    checkReal(
      answersFollow,
      {
        before: { 'README.md': 'Shop\n' },
        after: {
          'greet.mjs': `${code}\n`,
          'greet.test.mjs': `import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { greet } from './greet.mjs';\nit('STORY-001/AC1: greets', () => { ${asserts}; });\n`,
        },
      },
      expected,
    ),
  );
});
