import { describe, expect, test } from 'vitest';
import { signalsIn } from '../../../server/src/code/browserSignals.js';
import { suggestRoute } from '../../../server/src/agents/phases/suggestRoute.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

describe('interface-summary', () => {
  test.each([
    [
      'cart.ts',
      'export const RATE = 1;\nexport const add = (a: number) => a;\n/** Keeps what is bought.\n *\n * @public\n */\nexport class Cart extends List {\n  /** The sum. */\n  total(rate: number, { deep = true } = {}) {\n    const inner = () => 1;\n    return inner();\n  }\n  #own() {}\n}\nfunction hidden() {}\n',
      [
        'constants: RATE',
        'add(a: number)',
        'class Cart extends List  — Keeps what is bought.',
        'total(rate: number, { deep = true } = {})  — The sum.',
      ],
    ],
    [
      'cart.py',
      'RATE: int = 1\n\n\nclass Cart(List):\n    """Keeps what is bought."""\n\n    def total(\n        self,\n        rate,\n    ):\n        """\n        The sum.\n        """\n\n    def _own(self):\n        pass\n\n\n# Adds.\n@cached\ndef add(a, b):\n    return a\n',
      [
        'constants: RATE',
        'class Cart extends List  — Keeps what is bought.',
        'total(self, rate,)  — The sum.',
        'add(a, b)  — Adds.',
      ],
    ],
    [
      'cart.go',
      'package cart\n\nconst Rate = 1\n\n// Total sums.\nfunc Total(rate int) int {\n\treturn 1\n}\n\nfunc own() {}\n',
      ['constants: Rate', 'Total(rate int)  — Total sums.'],
    ],
    ['cart.txt', 'x', ['(not read: no such file, or a language that is not known)']],
  ])('of %s', async (name, text, expected) => {
    const { code, out } = await run({ cwd: temporaryFolder({ [name]: text }) }, 'interface-summary', name);
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([name, ...expected]);
  });
});

describe('observe', () => {
  const har = (...statuses: readonly number[]): string =>
    JSON.stringify({
      log: {
        pages: [{ title: 'Cart', pageTimings: { _lcp: 2600.4 } }],
        entries: statuses.map((status) => ({ request: { method: 'GET', url: '/a?token=1' }, response: { status } })),
      },
    });

  test.each([
    [har(200, 302), [['warning', 'LCP 2600 ms (over 2500): Cart']]],
    [
      har(404, 503, 403, 503),
      [
        ['error', '503: GET /a'],
        ['warning', '403: GET /a'],
        ['warning', 'LCP 2600 ms (over 2500): Cart'],
        ['info', '404: GET /a'],
      ],
    ],
    ['[ERROR] Failed to load: the server responded with a status of 500 (x)', [['error', '500 (x)']]],
    [
      '{"type":"warning","text":"deprecated"}\n{"type":"log","text":"Error rates are fine"}',
      [['warning', 'deprecated']],
    ],
    [
      'Uncaught TypeError: x is undefined\ninfo: all errors are gone',
      [['error', 'Uncaught TypeError: x is undefined']],
    ],
    ['LCP: 1200 ms\nLCP: 3000 ms', [['warning', 'LCP 3000 ms (over 2500)']]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(signalsIn(text)?.map(({ severity, message }) => [severity, message])).toEqual(expected);
  });

  test('reads no other JSON, and no file outside', async () => {
    expect(signalsIn('{"a":1}')).toBeUndefined();
    const cwd = temporaryFolder({ 'x.har': har(500) });
    expect(await run({ cwd }, 'observe', 'x.har')).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 error, 1 warning, 0 hints in x.har') as unknown,
    });
    expect(await run({ cwd }, 'observe', '../x.har')).toMatchObject({ code: 2, out: '' });
    expect(await run({ cwd }, 'observe', 'y.har')).toMatchObject({ code: 1, out: '' });
  });
});

describe('route', () => {
  test.each([
    ['Build a new app for buyers', [], 'design'],
    ['Fix the rounding in src/cart.ts', ['src/cart.ts'], 'hotfix'],
    ['Fix the rounding in cart.ts', ['src/cart.ts'], 'hotfix'],
    ['Fix the rounding in cart.ts', ['src/cart.ts', 'lib/cart.ts'], 'plan'],
    ['Fix cart.ts and tax.ts', ['src/cart.ts', 'src/tax.ts'], 'plan'],
    ['Make it faster and nicer', ['src/cart.ts'], 'clarify'],
    ['Customers see at most 20 orders on a page of their account, newest first, with date and sum', ['a.ts'], 'plan'],
    ['Customers see at most 20 orders on a page of their account, newest first, with date and sum', [], 'design'],
  ])('%s', (wish, paths, expected) => {
    expect(suggestRoute(wish, paths).route).toBe(expected);
  });

  test('names its reasons', async () => {
    const cwd = temporaryFolder({ 'src/cart.ts': '' });
    expect((await run({ cwd }, 'route', 'Fix the rounding in cart.ts')).out).toBe(
      'hotfix: pactwright phase hotfix\n  “Fix” repairs something\n  it names one file, src/cart.ts\n',
    );
    expect(await run({ cwd }, 'route', ' ')).toMatchObject({ code: 2 });
  });
});

describe('guard', () => {
  test('names what is missing with the command that makes it', async () => {
    const { code, out } = await run({ cwd: temporaryFolder({ '.claude/pactkit.yaml': 'stack: node\n' }) }, 'guard');
    expect({ code, lines: out.trim().split('\n') }).toEqual({
      code: 1,
      lines: [
        'missing: board (docs/product/sprint_board.md): `pactwright new-board` makes it',
        'missing: specs (docs/specs): `pactwright init` makes it',
        'missing: graphs (docs/architecture/graphs): `pactwright draw-graphs` makes it',
      ],
    });
  });

  test('lets a project go that has all', async () => {
    const files = { '.pactwright/config.yaml': '', 'docs/product/sprint_board.md': '', 'docs/specs/README.md': '' };
    expect(await run({ cwd: temporaryFolder(files) }, 'guard')).toMatchObject({
      code: 0,
      out: 'set up: configuration, board, specs\n',
    });
  });
});

describe('deps', () => {
  test('shows how to install what is missing, but for those who may not', async () => {
    const open = await run({ cwd: temporaryFolder(), env: { PATH: '/nonexistent' } }, 'deps');
    expect(open).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^missing {2}git \(needed\).*\n {4}\$ /u) as unknown,
    });
    const cwd = temporaryFolder({ '.claude/pactkit.yaml': 'enterprise:\n  no_external: true\n' });
    const closed = await run({ cwd, env: { PATH: '/nonexistent' } }, 'deps');
    expect(closed.out).not.toContain('$');
    const { out } = await run({ cwd, env: { PATH: process.env['PATH'] ?? '' } }, 'deps', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      programs: [{ name: 'git', path: expect.stringMatching(/git$/u) as unknown }, {}, {}, {}],
    });
  });
});
