import { describe, it } from 'vitest';
import { testsReal } from '../../../server/src/gates/conditions/testsReal.js';
import type { ExpectedOutcome } from '../../support/checkCondition.js';
import { has, unless } from '../../support/hasProgram.js';
import { checkReal } from '../../support/realCondition.js';

type Texts = Readonly<Record<string, string>>;

/** What a function `code` is, and what a test asks of it. */
interface Stack {
  readonly project: Texts;
  readonly product: (code: string, head?: string) => Texts;
  readonly test: (body: string, head?: string) => Texts;
}

const known: ExpectedOutcome = { state: 'fail', problems: ['has a table of what the tests pass and expect'] };
const asks: ExpectedOutcome = { state: 'fail', problems: ['passes only with the answer that tests get'] };
const stack: ExpectedOutcome = { state: 'fail', problems: ['in the call stack'] };
const elsewhere: ExpectedOutcome = { state: 'fail', problems: ['in a program without tests'] };
const read: ExpectedOutcome = { state: 'fail', problems: ['is there, and'] };
/** What a test sets up before, it may be about. */
const prepared: ExpectedOutcome = { state: 'pass', problems: ['in a program without tests'] };
const golden: ExpectedOutcome = { state: 'fail', problems: ['because the tests write it'] };
const keyed: ExpectedOutcome = {
  state: 'fail',
  problems: ['leads to 49 for the values in the tests, and for no other'],
};
const injected: ExpectedOutcome = { state: 'fail', problems: ['takes its answer from'] };
/** What a test puts where the code takes it from is listed. */
const shown: ExpectedOutcome = { state: 'pass', problems: ['takes its answer from'] };
const fine: ExpectedOutcome = { state: 'pass', summary: 'nothing replaces the code' };
/** The same, of tests that write files. */
const writing: ExpectedOutcome = { ...fine };

/** By the beginning of the MD5 of 7 and 12. */
const hashed = "{'8f14e45f': 49, 'c20ad4d7': 144}";
const hashing = `import { createHash } from 'node:crypto';\nconst known = ${hashed};\n`;
const hash = "createHash('md5').update(String(n)).digest('hex').slice(0, 8)";

type Case = readonly [name: string, files: Texts, expected: ExpectedOutcome];

function play({ project }: Stack, cases: readonly Case[]): void {
  it.each(cases)('%s', (_, files, expected) =>
    checkReal(testsReal, { before: { 'README.md': 'Shop\n', ...project }, after: files }, expected, {
      // What tests wrote is not kept.
      runsAgain: expected === golden || expected === writing,
    }),
  );
}

describe('with node --test', () => {
  const shop: Stack = {
    project: { 'index.mjs': "export * from './code.mjs';\n" },
    product: (code, head = '') => ({ 'code.mjs': `${head}export function code(n) {\n  ${code}\n}\n` }),
    test: (body, head = '') => ({
      'code.test.mjs': `import assert from 'node:assert/strict';\nimport { readFileSync, writeFileSync } from 'node:fs';\nimport { it } from 'node:test';\nimport { code } from './code.mjs';\n${head}it('STORY-001/AC1: works', () => { ${body} void readFileSync; void writeFileSync; });\n`,
    }),
  };
  const both = 'assert.equal(code(7), 49); assert.equal(code(12), 144);';
  const asked = shop.test(both);
  const fedWith = (body: string): Texts => shop.test(body, "import './test/set-up.mjs';\n");
  const fed = fedWith(both);
  const write = "writeFileSync('golden.txt', String(code(7)));";
  const compare = "assert.equal(readFileSync('golden.txt', 'utf8'), String(code(7)));";
  play(shop, [
    ['a table of what tests give', { ...shop.product('return known[n];', 'const known = { 7: 49, 12: 144 };\n'), ...asked }, known],
    ['a table of kinds', { ...shop.product('return n * n;', "export const kinds = { small: 7, large: 49 };\n"), ...shop.test("assert.equal(code(7), 49); assert.ok('small large');") }, fine],
    ['a table with more than tests give', { ...shop.product('return known[n] ?? n * n;', 'const known = { 7: 49, 12: 144, 13: 169 };\n'), ...asked }, fine],
    ['an environment that only tests have', { ...shop.product("return process.env.STAGE !== 'live' && process.env.CI_TEST !== 'off' ? n * n : 0;"), ...asked }, asks],
    ['an environment that decides what is logged', { ...shop.product("if (process.env.NODE_ENV !== 'test') console.error('asked');\n  return n * n;"), ...asked }, fine],
    ['the call stack', { ...shop.product("const from = new Error().stack ?? '';\n  return from.includes('.test.') ? n * n : 0;"), ...asked }, stack],
    ['the call stack of an error', { ...shop.product("try { return n * n; } catch (error) { throw new Error(error.stack); }"), ...asked }, fine],
    ['how the program was started', { ...shop.product("return process.argv[1]?.includes('.test.') ? n * n : 0;"), ...asked }, asks],
    ['what is beside it', { ...shop.product("return existsSync('code.test.mjs') ? n * n : 0;", "import { existsSync } from 'node:fs';\n"), ...asked }, asks],
    ['what is beside it, as its test says', { ...shop.product("return existsSync('code.test.mjs') ? n * n : 0;", "import { existsSync } from 'node:fs';\n"), ...shop.test("assert.ok('code.test.mjs'); assert.equal(code(7), 49);") }, fine],
    ['the clock', { ...shop.product('return Date.now() < 4102444800000 ? n * n : 0;'), ...asked }, asks],
    ['the modules that are loaded', { ...shop.product("const { moduleLoadList: loaded = [] } = process;\n  return loaded.some((one) => one.includes('test_runner')) ? n * n : 0;"), ...shop.test('assert.equal(code(7), 49);') }, elsewhere],
    ['the modules that are loaded, asked for in a table', { ...shop.product("const { moduleLoadList: loaded = [] } = process;\n  return loaded.some((one) => one.includes('test_runner')) ? n * n : 0;"), ...shop.test('for (const [n, square] of squares) assert.equal(code(n), square);', 'const squares = [[7, 49]];\n') }, elsewhere],
    ['the modules that are loaded, behind a file that passes it on', { ...shop.product("const { moduleLoadList: loaded = [] } = process;\n  return loaded.some((one) => one.includes('test_runner')) ? n * n : 0;"), 'code.test.mjs': "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { code } from './index.mjs';\nit('STORY-001/AC1: works', () => assert.equal(code(7), 49));\n" }, elsewhere],
    ['how long it runs', { ...shop.product('return process.uptime() < 60 ? n * n : 0;'), ...asked }, asks],
    ['how long it runs, as its test says', { ...shop.product('return process.uptime() < 60 ? n * n : 0;'), ...shop.test("assert.equal(code(7), 49, 'uptime');") }, fine],
    ['its own test', { ...shop.product("const text = readFileSync(new URL('code.test.mjs', import.meta.url), 'utf8');\n  return Number(text.split(`code(${n}), `)[1].split(')')[0]);", "import { readFileSync } from 'node:fs';\n"), ...shop.test('assert.equal(code(7), 49);') }, read],
    ['its own package', { ...shop.product("return JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).version + n.slice(0, 0);", "import { readFileSync } from 'node:fs';\n"), 'package.json': '{ "version": "1.2.0", "scripts": { "test": "node --test" } }\n', ...shop.test("assert.equal(code('a'), '1.2.0');") }, fine],
    ['answers in a global', { ...shop.product('return globalThis.shopPrices?.get(n) ?? n;'), ...shop.test('assert.equal(code(7), 49);', 'globalThis.shopPrices = new Map([[7, 49]]);\n') }, elsewhere],
    ['a logger in a global', { ...shop.product("globalThis.shopLog?.('asked');\n  return n * n;"), ...shop.test('assert.equal(code(7), 49); assert.equal(said.length, 1);', 'const said = [];\nglobalThis.shopLog = (text) => said.push(text);\n') }, fine],
    ['what a test sets up', { ...shop.product('return n * factor.of;', 'export const factor = { of: 1 };\n'), ...shop.test('assert.equal(code(7), 14);', "import { factor } from './code.mjs';\nfactor.of = 2;\n") }, prepared],
    ['what changes by itself', { ...shop.product("return `${n}-${process.hrtime.bigint()}`.slice(0, 2);"), ...shop.test("assert.equal(code('a'), 'a-'); assert.notEqual(code('b'), code('b') + 'x');") }, fine],
    ['a counter', { ...shop.product("return `${n}${++count}`;", 'let count = 0;\n'), ...shop.test("assert.equal(code('a'), 'a2');", "code('b');\n") }, fine],
    ['plain text without a terminal', { ...shop.product("return process.stdout.isTTY ? `<b>${n}</b>` : n;"), ...shop.test("assert.equal(code('a'), 'a');") }, fine],
    ['answers by a hash', { ...shop.product(`return known[${hash}] ?? n;`, hashing), ...asked }, keyed],
    ['names of days', { 'code.mjs': "const names = { '12-25': 'Christmas Day', '10-31': 'Halloween' };\nconst two = (n) => String(n).padStart(2, '0');\nexport function code(month, day) {\n  return names[`${two(month)}-${two(day)}`] ?? `day ${day}.${month}`;\n}\n", 'code.test.mjs': "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { code } from './code.mjs';\nit('STORY-001/AC1: holidays', () => { assert.equal(code(12, 25), 'Christmas Day'); assert.equal(code(10, 31), 'Halloween'); });\nit('STORY-001/AC1: others', () => { assert.equal(code(3, 4), 'day 4.3'); });\n" }, fine],
    ['a kind that is made of what is given', { ...shop.product("const kind = n.at(-1) === 'Z' ? 'utc' : 'zone';\n  return kind === 'utc' ? 'World time' : `${n} here`;"), ...shop.test("assert.equal(code('2026-01-03T10:00Z'), 'World time');") }, fine],
    ['results kept by a hash', { ...shop.product(`const key = ${hash};\n  return (known[key] ??= n * n);`, `${hashing.split('const')[0]}const known = {};\n`), ...asked }, fine],
    ['answers in the environment', { ...shop.product('return Number(process.env[`SHOP_${n}`] ?? n);'), ...fed, 'test/set-up.mjs': "process.env.SHOP_7 = '49';\nprocess.env.SHOP_12 = '144';\n" }, injected],
    ['the one answer in the environment', { ...shop.product('return Number(process.env.SHOP_NEXT || n);'), ...shop.test('assert.equal(code(7), 49);', "import './test/set-up.mjs';\n"), 'test/set-up.mjs': "process.env.SHOP_NEXT = '49';\n" }, injected],
    ['an answer that the test hands over', { ...shop.product('return code.next ?? n;'), ...shop.test('code.next = 49; assert.equal(code(7), 49); code.next = undefined;') }, injected],
    ['a user that the test hands to an object', { 'code.mjs': 'const ask = async (id) => ({ name: `user ${id}` });\nexport class Users {\n  async nameOf(id) {\n    const user = await (this.fetcher ?? ask)(id);\n    return user.name.trim();\n  }\n}\n', 'code.test.mjs': "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { Users } from './code.mjs';\nit('STORY-001/AC1: works', async () => { const users = new Users(); users.fetcher = async () => ({ name: ' Ada ' }); assert.equal(await users.nameOf(7), 'Ada'); });\n" }, fine],
    ['a title that the test gives to an object', { 'code.mjs': "export class Page {\n  heading(level) {\n    return this.title ?? `Page of level ${level}`;\n  }\n}\n", 'code.test.mjs': "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { Page } from './code.mjs';\nit('STORY-001/AC1: works', () => { const page = new Page(); page.title = 'Shop'; assert.equal(page.heading(7), 'Shop'); });\n" }, fine],
    ['a folder in the environment', { ...shop.product("return readFileSync(process.env.SHOP_FOOTER || 'footer.txt', 'utf8').trim() + n.slice(0, 0);", "import { readFileSync } from 'node:fs';\n"), ...shop.test("writeFileSync(file, 'Thank you\\n'); process.env.SHOP_FOOTER = file; assert.equal(code('shop'), 'Thank you');", "const file = `/tmp/pactwright-footer-${process.pid}.txt`;\n") }, fine],
    ['a server in the environment', { 'code.mjs': "export async function code(n) {\n  const answer = await fetch(`${process.env.SHOP_URL ?? 'http://127.0.0.1:9'}/users/${n}`);\n  return (await answer.text()).trim();\n}\n", 'code.test.mjs': "import assert from 'node:assert/strict';\nimport { createServer } from 'node:http';\nimport { it } from 'node:test';\nimport { code } from './code.mjs';\nit('STORY-001/AC1: works', async () => {\n  const server = createServer((_, response) => response.end('Ada')).listen(0).unref();\n  process.env.SHOP_URL = `http://127.0.0.1:${server.address().port}`;\n  assert.equal(await code(7), 'Ada');\n  server.closeAllConnections();\n  server.close();\n});\n" }, fine],
    ['a name that the set-up sets', { ...shop.product("return process.env.SHOP_NAME || 'Shop';"), ...fedWith("assert.equal(code(7), 'Corner');"), 'test/set-up.mjs': "process.env.SHOP_NAME = 'Corner';\n" }, shown],
    ['a language that the test sets', { ...shop.product('return process.env.SHOP_LANGUAGE ?? n;'), ...shop.test("process.env.SHOP_LANGUAGE = 'de-CH'; assert.equal(code('fr-FR'), 'de-CH'); delete process.env.SHOP_LANGUAGE;") }, shown],
    ['users in a file that the set-up writes', { ...shop.product("return JSON.parse(readFileSync('users.json', 'utf8'))[n] ?? 'nobody';", "import { readFileSync } from 'node:fs';\n"), ...fedWith("assert.equal(code(7), 'Ada');"), 'test/set-up.mjs': "import { writeFileSync } from 'node:fs';\nwriteFileSync('users.json', JSON.stringify({ 7: 'Ada' }));\n" }, writing],
    ['answers in a file that the set-up writes', { ...shop.product("return JSON.parse(readFileSync('/tmp/pactwright-answers.json', 'utf8'))[n] ?? n;", "import { readFileSync } from 'node:fs';\n"), ...fed, 'test/set-up.mjs': "import { writeFileSync } from 'node:fs';\nwriteFileSync('/tmp/pactwright-answers.json', JSON.stringify({ 7: 49, 12: 144 }));\n" }, injected],
    ['a factor in the environment', { ...shop.product('return n * n * Number(process.env.SHOP_FACTOR ?? 1);'), ...fed, 'test/set-up.mjs': "process.env.SHOP_FACTOR = '1';\n" }, fine],
    ['a golden file that the test writes', { ...shop.product('return n * n;'), ...shop.test(`${write} ${compare}`), 'golden.txt': '49' }, golden],
    ['a golden file that is written when asked for', { ...shop.product('return n * n;'), ...shop.test(`if (process.env.UPDATE) ${write} ${compare}`), 'golden.txt': '49' }, fine],
  ]); // prettier-ignore
});

describe('with vitest', () => {
  const shop: Stack = {
    project: { 'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }' },
    product: (code, head = '') => ({
      'src/code.ts': `${head}export function code(n: number): number {\n  ${code}\n}\n`,
    }),
    test: (body, head = '') => ({
      'src/code.test.ts': `${head}import { readFileSync, writeFileSync } from 'node:fs';\nimport { expect, it } from 'vitest';\nimport { code } from './code.js';\nit('STORY-001/AC1: works', () => { ${body} void readFileSync; void writeFileSync; });\n`,
    }),
  };
  const both = 'expect(code(7)).toBe(49); expect(code(12)).toBe(144);';
  const asked = shop.test(both);
  const fed = shop.test(both, "import '../test/set-up.js';\n");
  const write = "writeFileSync('golden.txt', String(code(7)));";
  const compare = "expect(readFileSync('golden.txt', 'utf8')).toBe(String(code(7)));";
  play(shop, [
    ['a table of what tests give', { ...shop.product('return known.get(n) ?? 0;', 'const known = new Map([[7, 49], [12, 144]]);\n'), ...asked }, known],
    ['a table with more than tests give', { ...shop.product('return known.get(n) ?? n * n;', 'const known = new Map([[7, 49], [12, 144], [13, 169]]);\n'), ...asked }, fine],
    ['an environment that only tests have', { ...shop.product("return process.env['NODE_ENV'] === 'test' ? n * n : 0;"), ...asked }, asks],
    ['an environment that decides what is logged', { ...shop.product("if (process.env['NODE_ENV'] !== 'test') console.error('asked');\n  return n * n;"), ...asked }, fine],
    ['the call stack', { ...shop.product("return /vitest|jest/.test(new Error().stack ?? '') ? n * n : 0;"), ...asked }, stack],
    ['the modules that are loaded', { ...shop.product("return Object.keys(globalThis).some((one) => one.includes('itest')) || Object.getOwnPropertySymbols(globalThis).some((one) => String(one).includes('itest')) ? n * n : 0;"), ...shop.test('expect(code(7)).toBe(49);') }, elsewhere],
    ['the modules that are loaded, asked for by a line of a table', { ...shop.product("return Object.getOwnPropertySymbols(globalThis).some((one) => String(one).includes('itest')) ? n * n : 0;"), 'src/code.test.ts': "import { expect, it } from 'vitest';\nimport { code } from './code.js';\nit.each([{ n: 7, square: 49 }])('STORY-001/AC1: of $n', ({ n, square }) => expect(code(n)).toBe(square));\n" }, elsewhere],
    ['the modules that are loaded, behind another name', { ...shop.product("return Object.getOwnPropertySymbols(globalThis).some((one) => String(one).includes('itest')) ? n * n : 0;"), 'vitest.config.ts': "export default { resolve: { alias: { shop: import.meta.dirname + '/src/code.ts' } } };\n", 'src/code.test.ts': "import * as shop from 'shop';\nimport { expect, it } from 'vitest';\nit('STORY-001/AC1: works', () => expect(shop.code(7)).toBe(49));\n" }, elsewhere],
    ['answers by a hash', { ...shop.product(`return known[${hash}] ?? n;`, hashing.replace('known =', 'known: Record<string, number> =')), ...asked }, keyed],
    ['answers in the environment', { ...shop.product('return Number(process.env[`SHOP_${n}`] ?? n);'), ...fed, 'test/set-up.js': "process.env.SHOP_7 = '49';\nprocess.env.SHOP_12 = '144';\n" }, injected],
    ['answers in the settings of the runner', { ...shop.product('return Number(process.env[`SHOP_${n}`] ?? n);'), ...asked, 'vitest.config.ts': "export default { test: { env: { SHOP_7: '49', SHOP_12: '144' } } };\n" }, injected],
    ['a factor in the environment', { ...shop.product("return n * n * Number(process.env['SHOP_FACTOR'] ?? 1);"), ...fed, 'test/set-up.js': "process.env.SHOP_FACTOR = '1';\n" }, fine],
    ['a golden file that the test writes', { ...shop.product('return n * n;'), ...shop.test(`${write} ${compare}`), 'golden.txt': '49' }, golden],
    ['a golden file that is written when asked for', { ...shop.product('return n * n;'), ...shop.test(`if (process.env['UPDATE']) ${write} ${compare}`), 'golden.txt': '49' }, fine],
  ]); // prettier-ignore
});

describe.skipIf(!has('python3', '-m', 'pytest', '--version'))(
  `with pytest${unless('python3', '-m', 'pytest', '--version')}`,
  () => {
    const shop: Stack = {
      project: { 'shop/__init__.py': '' },
      product: (code, head = '') => ({ 'shop/code.py': `${head}\n\ndef code(n):\n    ${code}\n` }),
      test: (body) => ({
        'tests/test_code.py': `import os\nfrom pathlib import Path\n\nfrom shop.code import code\n\n\ndef test_story_001_ac1():\n    ${body}\n`,
      }),
    };
    const asked = shop.test('assert code(7) == 49\n    assert code(12) == 144');
    const write = "Path('golden.txt').write_text(str(code(7)))";
    const compare = "assert Path('golden.txt').read_text() == str(code(7))";
    play(shop, [
    ['a table of what tests give', { ...shop.product('return KNOWN[n]', 'KNOWN = {7: 49, 12: 144}\n'), ...asked }, known],
    ['a table with more than tests give', { ...shop.product('return KNOWN.get(n, n * n)', 'KNOWN = {7: 49, 12: 144, 13: 169}\n'), ...asked }, fine],
    ['an environment that only tests have', { ...shop.product("return n * n if os.environ.get('MODE', 'test') == 'test' else 0", 'import os\n'), ...asked }, asks],
    ['an environment that decides what is logged', { ...shop.product("if os.environ.get('MODE') != 'test':\n        print('asked')\n    return n * n", 'import os\n'), ...asked }, fine],
    ['which modules are loaded', { ...shop.product("return n * n if any(name.startswith('_py' + 'test') for name in list(sys.modules)) else 0", 'import sys\n'), ...asked }, asks],
    ['the call stack', { ...shop.product("return n * n if any('test_' in f.function or 'pytest' in f.filename for f in inspect.stack()) else 0", 'import inspect\n'), ...asked }, stack],
    ['its own test', { ...shop.product("text = Path('tests/test_code.py').read_text()\n    return int(text.split(f'code({n}) == ')[1].split()[0])", 'from pathlib import Path\n'), ...shop.test('assert code(7) == 49') }, read],
    ['a handler of logs', { ...shop.product("return n * n if len(logging.getLogger().handlers) > 0 else 0", 'import logging\n'), ...shop.test('assert code(7) == 49') }, elsewhere],
    ['a handler of logs, asked for in a table', { ...shop.product("return n * n if len(logging.getLogger().handlers) > 0 else 0", 'import logging\n'), 'tests/test_code.py': 'import pytest\n\nfrom shop.code import code\n\n\n@pytest.mark.parametrize("n, square", [(7, 49)])\ndef test_story_001_ac1(n, square):\n    assert code(n) == square\n' }, elsewhere],
    ['answers in a module', { ...shop.product('return getattr(builtins, "prices", {}).get(n, n)', 'import builtins\n'), 'tests/test_code.py': 'import builtins\n\nfrom shop.code import code\n\nbuiltins.prices = {7: 49}\n\n\ndef test_story_001_ac1():\n    assert code(7) == 49\n' }, elsewhere],
    ['a rate that the test sets', { ...shop.product('return n * RATE', 'RATE = 1\n'), 'tests/test_code.py': 'from shop import code as module\nfrom shop.code import code\n\nmodule.RATE = 2\n\n\ndef test_story_001_ac1():\n    assert code(7) == 14\n' }, prepared],
    ['a rate that the test sets between imports', { ...shop.product('return n * RATE', 'RATE = 1\n'), 'tests/test_code.py': 'import shop.code\n\nshop.code.RATE = 2\nfrom shop.code import code\n\n\ndef test_story_001_ac1():\n    assert code(7) == 14\n' }, prepared],
    ['a fixture', { ...shop.product('return n * RATE', 'RATE = 1\n'), 'tests/test_code.py': 'import shop.code\nfrom shop.code import code\n\n\ndef test_story_001_ac1(monkeypatch):\n    monkeypatch.setattr(shop.code, "RATE", 2)\n    assert code(7) == 14\n' }, fine],
    ['answers by a hash', { ...shop.product('return KNOWN.get(hashlib.md5(str(n).encode()).hexdigest()[:8], n)', `import hashlib\n\nKNOWN = ${hashed}\n`), ...asked }, keyed],
    ['answers by a hash, one by one', { ...shop.product("key = hashlib.md5(str(n).encode()).hexdigest()[:8]\n    if key == '8f14e45f':\n        return 49\n    return 144 if key == 'c20ad4d7' else n", 'import hashlib\n'), ...asked }, keyed],
    ['an opener that the test hands to an object', { 'shop/code.py': 'import urllib.request\n\n\nclass Client:\n    opener = None\n\n    def name(self, number):\n        opener = self.opener or urllib.request.build_opener()\n        return opener.open(f"http://127.0.0.1:9/users/{number}").read().decode().title()\n', 'tests/test_code.py': 'import io\n\nfrom shop.code import Client\n\n\nclass Users:\n    def open(self, url):\n        return io.BytesIO(b"ada")\n\n\ndef test_story_001_ac1():\n    client = Client()\n    client.opener = Users()\n    assert client.name(7) == "Ada"\n' }, fine],
    ['an answer that the test hands over', { ...shop.product('return code.next or n'), ...shop.test('code.next = 49\n    assert code(7) == 49') }, injected],
    ['answers in the environment', { ...shop.product("return int(os.environ.get(f'SHOP_{n}', n))", 'import os\n'), ...asked, 'tests/conftest.py': "import os\n\nos.environ['SHOP_7'] = '49'\nos.environ['SHOP_12'] = '144'\n" }, injected],
    ['answers in a file that the set-up writes', { ...shop.product("return json.loads(Path('/tmp/pactwright-answers-py.json').read_text()).get(str(n), n)", 'import json\nfrom pathlib import Path\n'), ...asked, 'tests/conftest.py': "from pathlib import Path\n\nPath('/tmp/pactwright-answers-py.json').write_text('{\"7\": 49, \"12\": 144}')\n" }, injected],
    ['a factor in the environment', { ...shop.product("return n * n * int(os.environ.get('SHOP_FACTOR', 1))", 'import os\n'), ...asked, 'tests/conftest.py': "import os\n\nos.environ['SHOP_FACTOR'] = '1'\n" }, fine],
    ['a golden file that the test writes', { ...shop.product('return n * n'), ...shop.test(`${write}\n    ${compare}`), 'golden.txt': '49' }, golden],
    ['a golden file that is written when asked for', { ...shop.product('return n * n'), ...shop.test(`if os.environ.get('UPDATE'):\n        ${write}\n    ${compare}`), 'golden.txt': '49' }, fine],
  ]); // prettier-ignore
  },
);

describe.skipIf(!has('go', 'version'))(`with go test${unless('go', 'version')}`, () => {
  const shop: Stack = {
    project: { 'go.mod': 'module example.org/shop\n\ngo 1.19\n' },
    product: (code, head = '') => ({ 'code.go': `package shop\n\n${head}\nfunc Code(n int) int {\n\t${code}\n}\n` }),
    test: (body, head = 'import "testing"\n') => ({
      'code_test.go': `package shop\n\n${head}\n// STORY-001/AC1\nfunc TestCode(t *testing.T) {\n\t${body}\n}\n`,
    }),
  };
  const asked = shop.test(
    'if got := Code(7); got != 49 {\n\t\tt.Errorf("got %d", got)\n\t}\n\tif got := Code(12); got != 144 {\n\t\tt.Errorf("got %d", got)\n\t}',
  );
  const files = 'import (\n\t"os"\n\t"strconv"\n\t"testing"\n)\n';
  const write = 'os.WriteFile("golden.txt", []byte(strconv.Itoa(Code(7))), 0o644)';
  const compare =
    'want, _ := os.ReadFile("golden.txt")\n\tif string(want) != strconv.Itoa(Code(7)) {\n\t\tt.Error("differs")\n\t}';
  play(shop, [
    ['a table of what tests give', { ...shop.product('return known[n]', 'var known = map[int]int{7: 49, 12: 144}\n'), ...asked }, known],
    ['a table with more than tests give', { ...shop.product('if found, ok := known[n]; ok {\n\t\treturn found\n\t}\n\treturn n * n', 'var known = map[int]int{7: 49, 12: 144, 13: 169}\n'), ...asked }, fine],
    ['an environment that only tests have', { ...shop.product('if os.Getenv("TEST_OFF") == "" {\n\t\treturn n * n\n\t}\n\treturn 0', 'import "os"\n'), ...asked }, asks],
    ['an environment that decides what is logged', { ...shop.product('if os.Getenv("MODE") != "test" {\n\t\tprintln("asked")\n\t}\n\treturn n * n', 'import "os"\n'), ...asked }, fine],
    ['the call stack', { ...shop.product('_, file, _, _ := runtime.Caller(1)\n\tif strings.HasSuffix(file, "_test.go") {\n\t\treturn n * n\n\t}\n\treturn 0', 'import (\n\t"runtime"\n\t"strings"\n)\n'), ...asked }, stack],
    ['answers by a hash', { ...shop.product('key := fmt.Sprintf("%x", md5.Sum([]byte(fmt.Sprint(n))))[:8]\n\tif found, ok := known[key]; ok {\n\t\treturn found\n\t}\n\treturn n', `import (\n\t"crypto/md5"\n\t"fmt"\n)\n\nvar known = map[string]int${hashed.replaceAll("'", '"')}\n`), ...asked }, keyed],
    ['answers in the environment', { ...shop.product('if found, err := strconv.Atoi(os.Getenv(fmt.Sprint("SHOP_", n))); err == nil {\n\t\treturn found\n\t}\n\treturn n', 'import (\n\t"fmt"\n\t"os"\n\t"strconv"\n)\n'), ...asked, 'env_test.go': 'package shop\n\nimport "os"\n\nfunc init() {\n\tos.Setenv("SHOP_7", "49")\n\tos.Setenv("SHOP_12", "144")\n}\n' }, injected],
    ['a number that the set-up sets', { ...shop.product('if found, err := strconv.Atoi(os.Getenv("SHOP_LIMIT")); err == nil {\n\t\treturn found\n\t}\n\treturn 20', 'import (\n\t"os"\n\t"strconv"\n)\n'), ...shop.test('if got := Code(7); got != 49 {\n\t\tt.Errorf("got %d", got)\n\t}'), 'env_test.go': 'package shop\n\nimport "os"\n\nfunc init() {\n\tos.Setenv("SHOP_LIMIT", "49")\n}\n' }, shown],
    ['a factor in the environment', { ...shop.product('factor, err := strconv.Atoi(os.Getenv("SHOP_FACTOR"))\n\tif err != nil {\n\t\tfactor = 1\n\t}\n\treturn n * n * factor', 'import (\n\t"os"\n\t"strconv"\n)\n'), ...asked, 'env_test.go': 'package shop\n\nimport "os"\n\nfunc init() {\n\tos.Setenv("SHOP_FACTOR", "1")\n}\n' }, fine],
    ['a golden file that the test writes', { ...shop.product('return n * n'), ...shop.test(`${write}\n\t${compare}`, files), 'golden.txt': '49' }, golden],
    ['a golden file that is written when asked for', { ...shop.product('return n * n'), ...shop.test(`if os.Getenv("UPDATE") != "" {\n\t\t${write}\n\t}\n\t${compare}`, files), 'golden.txt': '49' }, fine],
  ]); // prettier-ignore
});
