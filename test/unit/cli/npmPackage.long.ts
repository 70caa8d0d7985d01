import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CodeAction,
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import ensureBuilt from '../../../scripts/lib/built.mjs';
import { findRule } from '../../../server/src/rules/findRule.js';
import { renderRulePage } from '../../../server/src/rules/reference.js';
import { allRules, writtenRules } from '../../../server/src/rules/registry.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { writeFiles } from '../../support/temporaryFolder.js';

const spec = 'docs/specs/STORY-001.md';
const specText = cleanSpec().replace('In Progress', 'in progress');

/** Outside of the repository, whose packages nothing must find. */
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pactwright npm ü ')));
const project = path.join(folder, 'a project');
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: path.join(folder, 'home'),
  npm_config_cache: path.join(folder, 'cache'),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
};
let installed = '';

beforeAll(async () => {
  await ensureBuilt();
  mkdirSync(env.HOME);
  execFileSync(process.execPath, ['scripts/packageNpm.mjs', folder], { stdio: 'pipe' });
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  writeFiles(project, { 'package.json': '{}', [spec]: specText });
  execFileSync('npm', ['install', '--silent', path.join(folder, file)], { cwd: project, env, stdio: 'pipe' });
  installed = path.join(project, 'node_modules', '.bin', 'pactwright');
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const npx = (...args: readonly string[]): { readonly status: number | null; readonly stdout: string } => {
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const all = ['--yes', '--package', path.join(folder, file), '--', 'pactwright', ...args];
  return spawnSync('npx', all, { cwd: project, env, encoding: 'utf8' });
};

describe('the npm package', () => {
  it('brings no other package', () => {
    expect(readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'pactwright',
    ]);
  });

  it('runs by npx, and lints a project', () => {
    expect(npx('--version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u) as string,
    });
    const { status, stdout } = npx('lint', '--format', 'json');
    expect(status).toBe(0);
    expect(stdout).toContain('W006');
  });

  it('reads what is written about rules only where it is shown', async () => {
    const { stdout } = spawnSync(installed, ['rules', 'PW307'], { cwd: project, env, encoding: 'utf8' });
    expect(stdout).toBe(await renderRulePage(findRule('PW307', allRules, 'rules')));
    // A text's longest part that is the same in every way to write a string.
    const parts = writtenRules.map(({ why }) =>
      (why.match(/[\w ,]+/gu) ?? []).reduce((one, other) => (other.length > one.length ? other : one)),
    );
    const dist = path.join(project, 'node_modules', 'pactwright', 'dist');
    const filesWith = readdirSync(dist).filter((name) => {
      // The language server is one file.
      if (!/^cli.*\.js$/u.test(name)) return false;
      const text = readFileSync(path.join(dist, name), 'utf8');
      return parts.some((part) => part.length > 25 && text.includes(part));
    });
    expect(filesWith).toEqual([expect.stringMatching(/^cli-ruleProse-/u)]);
  });

  it('reads source code with the grammars that it brings', () => {
    writeFiles(project, { 'src/cart.ts': "import './price.js';\n", 'src/price.ts': 'export const price = 1;\n' });
    const { stdout } = spawnSync(installed, ['visualize'], { cwd: project, env, encoding: 'utf8' });
    expect(stdout).toMatch(/cart.*-->.*price/u);
  });

  it('starts the server for agents', async () => {
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioClientTransport({ command: installed, args: ['mcp'], cwd: project, env }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('findings');
    await client.close();
  });

  it('serves an editor that knows nothing but the Language Server Protocol', async () => {
    const child = spawn(installed, ['lsp', '--stdio'], { cwd: project, env });
    const { diagnostics, actions } = await edit(child);
    expect(diagnostics.map(({ code }) => code)).toContain('W006');
    expect(actions.map(({ kind }) => kind)).toContain('quickfix');
    // Ended by its own will, as the protocol asks.
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });
});

/** Opens the spec, waits for what is found, asks what to do about it, and leaves. */
async function edit(
  child: ChildProcessWithoutNullStreams,
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly actions: readonly CodeAction[] }> {
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onUnhandledNotification(() => undefined);
  const uri = pathToFileURL(path.join(project, spec)).href;
  const published = new Promise<readonly Diagnostic[]>((resolve) => {
    connection.onNotification(
      'textDocument/publishDiagnostics',
      (message: { readonly uri: string; readonly diagnostics: readonly Diagnostic[] }) => {
        if (message.uri === uri && message.diagnostics.length > 0) resolve(message.diagnostics);
      },
    );
  });
  connection.listen();
  const { capabilities } = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(project).href,
    capabilities: {},
    initializationOptions: { trusted: true },
  });
  expect(capabilities).toMatchObject({ completionProvider: {}, renameProvider: {} });
  await connection.sendNotification('initialized', {});
  const textDocument = { uri, languageId: 'markdown', version: 1, text: specText };
  await connection.sendNotification('textDocument/didOpen', { textDocument });
  const diagnostics = await published;
  const [{ range } = { range: undefined }] = diagnostics.filter(({ code }) => code === 'W006');
  const actions = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    ...{ textDocument: { uri }, range, context: { diagnostics } },
  });
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  return { diagnostics, actions };
}
