import { describe, expect, it } from 'vitest';
import { seenRed } from '../../../server/src/gates/conditions/seenRed.js';
import { testsPass } from '../../../server/src/gates/conditions/testsPass.js';
import { change, checkCondition, type ExpectedOutcome } from '../../support/checkCondition.js';
import { has } from '../../support/hasProgram.js';
import { labOf, labProject, memoryLog } from '../../support/labOf.js';

const spec = '# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It adds\n';

type Texts = Readonly<Record<string, string>>;

interface RealCase {
  readonly before: Texts;
  /** What the item adds and changes. */
  readonly after: Texts;
}

/** Asks about an item in a real repository, with real runners; twice, the second time with nothing started. */
async function check({ before, after }: RealCase, expected: ExpectedOutcome): Promise<void> {
  const repository = labProject({ 'docs/specs/STORY-001.md': spec, ...before });
  const base = repository.git('rev-parse', 'HEAD');
  repository.commit('STORY-001: add', after);
  const files = { 'docs/specs/STORY-001.md': spec, ...before, ...after };
  const project = Object.entries(files)
    .map(([path, text]) => `=== ${path}\n${text}`)
    .join('');
  const log = memoryLog();
  const changes = Object.entries(after).map(([path, text]) => change(path, before[path], text));
  const first = labOf(repository, { log });
  const asked = { project, work: { base, tree: repository.git('rev-parse', 'HEAD^{tree}'), changes } };
  await checkCondition(testsPass, { ...asked, lab: first }, { state: 'pass' });
  await checkCondition(seenRed, { ...asked, lab: first }, expected);
  const second = labOf(repository, { log });
  await checkCondition(testsPass, { ...asked, lab: second }, { state: 'pass' });
  await checkCondition(seenRed, { ...asked, lab: second }, expected);
  if (expected.state !== 'unknown') expect(second.starts()).toBe(0);
}

const red: ExpectedOutcome = { state: 'pass' };
const green: ExpectedOutcome = { state: 'fail', problems: ['also passes without'] };

describe('seen red with node --test', () => {
  const test = (body: string, from = './cart.mjs'): string =>
    `import assert from 'node:assert';\nimport { it } from 'node:test';\nimport * as cart from '${from}';\nit('STORY-001/AC1: adds', () => { ${body} });\n`;
  const cart = 'export const add = (a, b) => a + b;\n';
  it('fails on what was there', () =>
    check(
      {
        before: { 'cart.mjs': 'export const add = () => 0;\n' },
        after: { 'cart.mjs': cart, 'cart.test.mjs': test('assert.equal(cart.add(1, 2), 3)') },
      },
      red,
    ));
  it('cannot be loaded without the new file', () =>
    check({ before: {}, after: { 'cart.mjs': cart, 'cart.test.mjs': test('assert.equal(cart.add(1, 2), 3)') } }, red));
  it('asks for nothing', () =>
    check(
      {
        before: { 'cart.mjs': 'export const add = () => 0;\n' },
        after: { 'cart.mjs': cart, 'cart.test.mjs': test('assert.ok(cart)') },
      },
      green,
    ));
  it('lacks something that the item does not add', () =>
    check(
      {
        // It is there, but not in git.
        before: {
          'cart.mjs': 'export const add = () => 0;\n',
          '.gitignore': 'node_modules\nmade.mjs\n',
          'made.mjs': '',
        },
        after: {
          'cart.mjs': cart,
          'cart.test.mjs': `import './made.mjs';\n${test('assert.equal(cart.add(1, 2), 3)')}`,
        },
      },
      { state: 'unknown', problems: ['Cannot find module'] },
    ));
});

describe('seen red with vitest', () => {
  const before = {
    'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }',
    'src/cart.ts': 'export const add = (): number => 0;\n',
  };
  const cart = 'export const add = (a: number, b: number): number => a + b;\nexport const take = 1;\n';
  const test = (name: string, body: string): string =>
    `import { expect, it } from 'vitest';\nimport { ${name} } from './cart.js';\nit('STORY-001/AC1: adds', () => { ${body} });\n`;
  it('fails on what was there', () =>
    check(
      { before, after: { 'src/cart.ts': cart, 'src/cart.test.ts': test('add', 'expect(add(1, 2)).toBe(3)') } },
      red,
    ));
  it('asks for nothing', () =>
    check(
      { before, after: { 'src/cart.ts': cart, 'src/cart.test.ts': test('add', 'expect(add).toBeDefined()') } },
      green,
    ));
  it('cannot be loaded without the new file', () =>
    check(
      {
        before: { 'package.json': before['package.json'] },
        after: { 'src/cart.ts': cart, 'src/cart.test.ts': test('add', 'expect(add(1, 2)).toBe(3)') },
      },
      red,
    ));
});

describe.skipIf(!has('python3', '-m', 'pytest', '--version'))('seen red with pytest', () => {
  const before = { 'shop/__init__.py': '', 'shop/cart.py': 'def add(a, b):\n    return 0\n' };
  const cart = 'def add(a, b):\n    return a + b\n\ndef take(a, b):\n    return a - b\n';
  const test = (name: string, body: string): string =>
    `from shop.cart import ${name}\n\ndef test_story_001_ac1():\n    ${body}\n`;
  it('fails on what was there', () =>
    check(
      { before, after: { 'shop/cart.py': cart, 'tests/test_cart.py': test('add', 'assert add(1, 2) == 3') } },
      red,
    ));
  it('cannot be loaded without the new function', () =>
    check(
      { before, after: { 'shop/cart.py': cart, 'tests/test_cart.py': test('take', 'assert take(3, 2) == 1') } },
      red,
    ));
  it('asks for nothing', () =>
    check({ before, after: { 'shop/cart.py': cart, 'tests/test_cart.py': test('add', 'assert add') } }, green));
});

describe.skipIf(!has('cargo', '--version'))('seen red with cargo', () => {
  const manifest = '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n';
  const before = {
    'Cargo.toml': manifest,
    'Cargo.lock':
      '# This file is automatically @generated by Cargo.\n# It is not intended for manual editing.\nversion = 4\n\n[[package]]\nname = "cart"\nversion = "0.1.0"\n',
    'src/lib.rs': 'pub fn add(_: u8, _: u8) -> u8 { 0 }\n',
  };
  const lib = 'pub fn add(a: u8, b: u8) -> u8 { a + b }\npub fn take(a: u8, b: u8) -> u8 { a - b }\n';
  const inline = `${lib}\n#[cfg(test)]\nmod tests {\n    /// STORY-001/AC1\n    #[test]\n    fn adds() { assert_eq!(super::add(1, 2), 3); }\n}\n`;
  it('fails on what was there', () =>
    check(
      {
        before,
        after: {
          'src/lib.rs': lib,
          'tests/cart.rs': '/// STORY-001/AC1\n#[test]\nfn adds() { assert_eq!(cart::add(1, 2), 3); }\n',
        },
      },
      red,
    ));
  it('cannot be compiled without the new function', () =>
    check(
      {
        before,
        after: {
          'src/lib.rs': lib,
          'tests/cart.rs': '/// STORY-001/AC1\n#[test]\nfn takes() { assert_eq!(cart::take(3, 2), 1); }\n',
        },
      },
      red,
    ));
  it('stands below the code', () => check({ before, after: { 'src/lib.rs': inline } }, red));
  it('stands below the code and asks for nothing', () =>
    check(
      { before, after: { 'src/lib.rs': inline.replace('assert_eq!(super::add(1, 2), 3);', 'let _ = super::add;') } },
      green,
    ));
});
