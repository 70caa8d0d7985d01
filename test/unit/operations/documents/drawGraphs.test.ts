import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../../support/temporaryFolder.js';

const code = {
  'docs/specs/README.md': '',
  'package.json': '{}',
  'src/cart.ts': "import { taxed } from './tax.js';\nexport class Cart {\n  total() { return taxed(1); }\n}\n",
  'src/tax.ts': 'export function taxed(sum: number) { return sum; }\n',
};
const graphs = 'docs/architecture/graphs';
const textOf = (cwd: string, name: string): string => readFileSync(path.join(cwd, graphs, name), 'utf8');

describe('draw-graphs', () => {
  test('writes what PactKit writes, the same twice, and nothing where nothing changed', async () => {
    const cwd = temporaryFolder(code);
    const first = await run({ cwd }, 'draw-graphs');
    expect(first.code).toBe(0);
    expect(textOf(cwd, 'code_graph.mmd')).toContain('    src_cart_ts --> src_tax_ts\n');
    expect(textOf(cwd, 'class_graph.mmd')).toContain('    class Cart {\n        +total()\n');
    expect(textOf(cwd, 'call_graph.mmd')).toContain('-->');
    expect(existsSync(path.join(cwd, graphs, 'module_graph.mmd'))).toBe(false);
    const before = statSync(path.join(cwd, graphs, 'code_graph.mmd')).mtimeMs;
    expect((await run({ cwd }, 'draw-graphs')).out).toContain('the graphs are up to date');
    expect(statSync(path.join(cwd, graphs, 'code_graph.mmd')).mtimeMs).toBe(before);
    writeFiles(cwd, { 'src/late.ts': "import './tax.js';\n" });
    expect((await run({ cwd }, 'draw-graphs')).out).toContain(`wrote ${graphs}/code_graph.mmd\n`);
    expect(textOf(cwd, 'code_graph.mmd')).toContain('    src_late_ts --> src_tax_ts\n');
  });

  test('draws from a function on, what leads to it, and around a file', async () => {
    const cwd = temporaryFolder(code);
    await run({ cwd }, 'draw-graphs', '--entry', 'Cart.total', '--depth', '1');
    expect(textOf(cwd, 'call_graph.mmd')).toContain('"Depth 1"');
    await run({ cwd }, 'draw-graphs', '--entry', 'taxed', '--reverse');
    expect(textOf(cwd, 'reverse_call_graph.mmd')).toContain('Cart.total');
    await run({ cwd }, 'draw-graphs', '--focus', 'src/tax.ts', '--most', '1');
    expect(textOf(cwd, 'focus_code_graph.mmd')).toBe(
      'graph TD\n    src_cart_ts["cart.ts"]\n    click src_cart_ts href "src/cart.ts"\n    %% 1 more node is not drawn\n',
    );
  });

  test.each([
    [['--reverse'], '--reverse needs --entry'],
    [['--entry', 'nothing'], 'no function, class or file is called "nothing"'],
    [['rings'], 'file, class, call, module'],
  ])('%j is refused', async (args, message) => {
    const cwd = temporaryFolder(code);
    const { code: exit, err } = await run({ cwd }, 'draw-graphs', ...args);
    expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining(message) as unknown });
    expect(existsSync(path.join(cwd, graphs))).toBe(false);
  });

  test('answers PactKit’s visualize with its options', async () => {
    const cwd = temporaryFolder(code);
    const lazy = await run({ cwd }, 'pactkit', 'visualize', '--lazy');
    expect(lazy).toMatchObject({ code: 0, out: expect.stringMatching(/^✅ wrote .*code_graph\.mmd/u) as unknown });
    expect((await run({ cwd }, 'pactkit', 'visualize', '--lazy')).out).toBe('✅ the graphs are up to date\n');
    const given = ['--mode', 'call', '--entry', 'taxed', '--reverse', '--depth', '2', '--max-nodes', '50'];
    await run({ cwd }, 'pactkit', 'visualize', ...given);
    expect(textOf(cwd, 'reverse_call_graph.mmd')).toContain('Cart.total');
  });
});
