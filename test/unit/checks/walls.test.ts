import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.js';

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

/** By importing file: what it imports, and the wall it breaks; none: it breaks no wall. */
const imports: Readonly<Record<string, { readonly of: string; readonly breaks?: string }>> = {
  'server/src/base/up.ts': { of: '../markdown/free.js', breaks: 'base-imports-one-way' },
  'server/src/code/beside.ts': { of: '../syntax/free.js', breaks: 'code-imports-one-way' },
  'server/src/rules/up.ts': { of: '../gates/free.js', breaks: 'rules-imports-one-way' },
  'server/src/reports/up.ts': { of: '../execution/free.js', breaks: 'reports-imports-one-way' },
  'server/src/execution/up.ts': { of: '../doors/cli/free.js', breaks: 'execution-imports-one-way' },
  'server/src/execution/host.ts': { of: '../host/free.js', breaks: 'host-is-for-mains' },
  'server/src/execution/program.ts': { of: 'node:child_process', breaks: 'node-is-for-host' },
  'server/src/doors/cli/host.ts': { of: '../../host/free.js', breaks: 'host-is-for-mains' },
  'server/src/doors/cli/files.ts': { of: 'node:fs/promises', breaks: 'node-is-for-host' },
  'server/src/doors/cli/other.ts': { of: '../lsp/free.js', breaks: 'doors-know-no-other-door' },
  'server/src/host/up.ts': { of: '../trace/free.js', breaks: 'host-knows-ports-only' },
  'server/src/trace/client.ts': { of: '../../../client/src/free.js', breaks: 'server-knows-no-client' },
  'server/src/trace/test.ts': { of: '../../../test/free.js', breaks: 'product-knows-no-test' },
  'server/src/trace/vscode.ts': { of: 'vscode', breaks: 'vscode-is-for-the-client' },
  'server/src/trace/nowhere.ts': { of: './nothing.js', breaks: 'resolvable' },
  'client/webview/vscode.ts': { of: 'vscode', breaks: 'vscode-is-for-the-client' },
  'client/src/board/server.ts': { of: '../../../server/src/rules/free.js', breaks: 'client-knows-the-protocol-only' },
  'client/src/board/beside.ts': { of: '../gates/free.js', breaks: 'client-folders-apart' },
  'client/src/editor/beside.ts': { of: '../gates/free.js', breaks: 'client-folders-apart' },

  'server/src/doors/cli/main.ts': { of: '../../host/free.js' },
  'server/src/doors/cli/down.ts': { of: '../../rules/free.js' },
  'server/src/host/files.ts': { of: 'node:fs' },
  'server/src/rules/path.ts': { of: 'node:path' },
  'client/src/board/editor.ts': { of: '../editor/free.js' },
  'client/src/board/protocol.ts': { of: '../../../server/src/protocol.js' },
};

/** In circles, of files and of folders. */
const circles: Readonly<Record<string, string>> = {
  'server/src/trace/a.ts': "import './b.js';\n",
  'server/src/trace/b.ts': "import './a.js';\n",
  'server/src/execution/one/a.ts': "import '../two/a.js';\n",
  'server/src/execution/two/a.ts': 'export const free = 1;\n',
  'server/src/execution/two/b.ts': "import '../one/b.js';\n",
  'server/src/execution/one/b.ts': 'export const free = 1;\n',
};
const foundInCircles = [
  'server/src/execution/one: no-circle-of-folders',
  'server/src/execution/two: no-circle-of-folders',
  'server/src/trace/a.ts: no-circle',
];

it(
  'reports each wall where it is broken, circles of files and of folders, and nothing else',
  { timeout: 120_000 },
  async () => {
    const free = Object.keys(imports)
      .map((file) => file.replace(/[^/]+$/, 'free.ts'))
      .concat('server/src/markdown/free.ts', 'server/src/syntax/free.ts', 'server/src/gates/free.ts')
      .concat('server/src/doors/lsp/free.ts', 'client/src/gates/free.ts', 'client/src/free.ts', 'test/free.ts')
      .concat('server/src/protocol.ts');
    const violations = await cruise({
      ...Object.fromEntries(free.map((file) => [file, 'export const free = 1;\n'])),
      ...Object.fromEntries(Object.entries(imports).map(([file, { of }]) => [file, `import '${of}';\n`])),
      ...circles,
    });
    const expected = Object.entries(imports).flatMap(([file, { breaks }]) => (breaks ? [`${file}: ${breaks}`] : []));
    expect(violations).toEqual([...expected, ...foundInCircles].sort());
  },
);

/** What dependency-cruiser reports by our rules, as `file: rule`, sorted. */
async function cruise(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = temporaryFolder({ ...files, 'tsconfig.base.json': '{}' });
  const program = path.resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const rules = path.resolve('.dependency-cruiser.cjs');
  const tops = ['client', 'server', 'test'].filter((top) =>
    Object.keys(files).some((file) => file.startsWith(`${top}/`)),
  );
  const args = [program, '--config', rules, '--output-type', 'json', ...tops];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 });
  const { violations } = (JSON.parse(stdout) as Report).summary;
  return violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort();
}
