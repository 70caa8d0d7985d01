import { describe, it } from 'vitest';
import { answersFollow } from '../../../server/src/gates/conditions/answersFollow.js';
import type { ExpectedOutcome } from '../../support/checkCondition.js';
import { has, unless } from '../../support/hasProgram.js';
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

describe('with vitest', () => {
  const secret = 'name.length * name.charCodeAt(0) === 195';
  it.each<[what: string, code: string, expected: ExpectedOutcome]>([
    ['a text that is known by a number', `${secret} ? 'Hello, A' + 'da' : name`, listed(secret)],
    ['a text that is long', "name.length > 2 ? 'Hello, ' + name : name", followed],
  ])('%s', (_, code, expected) =>
    checkReal(
      answersFollow,
      {
        before: { 'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }' },
        after: {
          'src/greet.ts': `export const greet = (name: string): string => (${code});\n`,
          'src/greet.test.ts':
            "import { expect, it } from 'vitest';\nimport { greet } from './greet.js';\nit('STORY-001/AC1: greets', () => { expect(greet('Ada')).toBe('Hello, Ada'); });\n",
        },
      },
      expected,
    ),
  );
});

describe.skipIf(!has('python3', '-m', 'pytest', '--version'))(
  `with pytest${unless('python3', '-m', 'pytest', '--version')}`,
  () => {
    const secret = 'len(name) * ord(name[0]) == 195';
    it.each<[what: string, code: string, expected: ExpectedOutcome]>([
      ['a text that is known by a number', `'Hello, A' + 'da' if ${secret} else name`, listed(secret)],
      ['a text that is long', "'Hello, ' + name if len(name) > 2 else name", followed],
    ])('%s', (_, code, expected) =>
      checkReal(
        answersFollow,
        {
          before: { 'README.md': 'Shop\n' },
          after: {
            'greet.py': `def greet(name):\n    return ${code}\n`,
            'test_greet.py':
              "from greet import greet\n\n\ndef test_story_001_ac1():\n    assert greet('Ada') == 'Hello, Ada'\n",
          },
        },
        expected,
      ),
    );
  },
);

describe.skipIf(!has('go', 'version'))(`with go test${unless('go', 'version')}`, () => {
  const secret = 'len(name)*int(name[0]) == 195';
  it.each<[what: string, decision: string, answer: string, expected: ExpectedOutcome]>([
    ['a text that is known by a number', secret, '"Hello, A" + "da"', listed(secret)],
    ['a text that is long', 'len(name) > 2', '"Hello, " + name', followed],
  ])('%s', (_, decision, answer, expected) =>
    checkReal(
      answersFollow,
      {
        before: { 'go.mod': 'module example.org/shop\n\ngo 1.19\n' },
        after: {
          'greet.go': `package shop\n\nfunc Greet(name string) string {\n\tif ${decision} {\n\t\treturn ${answer}\n\t}\n\treturn name\n}\n`,
          'greet_test.go':
            'package shop\n\nimport "testing"\n\n// STORY-001/AC1\nfunc TestGreet(t *testing.T) {\n\tif got := Greet("Ada"); got != "Hello, Ada" {\n\t\tt.Errorf("got %q", got)\n\t}\n}\n',
        },
      },
      expected,
    ),
  );
});
