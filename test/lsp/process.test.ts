import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';

const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-process-'));
const server = path.join(folder, 'server.cjs');
const hanging = path.join(folder, 'hanging.cjs');
const children: ChildProcess[] = [];

beforeAll(async () => {
  const entry = path.join(folder, 'hanging.ts');
  writeFileSync(
    entry,
    `import { endWithParent } from ${JSON.stringify(path.resolve('server/src/host/parentWatch.ts'))};
     endWithParent(Number(process.argv[2]), 50);
     setTimeout(() => { process.stdout.write('hanging'); for (;;); }, 50);`,
  );
  const common = {
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    loader: { '.md': 'text' },
    // As in scripts/build.mjs.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  } as const;
  await build({ ...common, entryPoints: ['server/src/doors/lsp/main.ts'], outfile: server });
  await build({ ...common, entryPoints: [entry], outfile: hanging });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: readonly string[]): ChildProcess & { stdin: NonNullable<ChildProcess['stdin']> } {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.on('exit', () => resolve());
  });

/** A process that does nothing until it is killed: it stands for the editor. */
const startEditor = (): ChildProcess & { pid: number } => {
  const editor = start('-e', 'setInterval(() => {}, 1000)');
  const { pid } = editor;
  if (pid === undefined) throw new Error('no process');
  return Object.assign(editor, { pid });
};

describe('the server process', () => {
  it('ends when its editor is gone, though the pipe stays open', async () => {
    const editor = startEditor();
    const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    const { capabilities } = await connection.sendRequest<{ capabilities: object }>('initialize', {
      processId: editor.pid,
      rootUri: null,
      capabilities: {},
    });
    expect(capabilities).toHaveProperty('codeActionProvider');
    editor.kill('SIGKILL');
    await ended(child);
    expect(child.exitCode ?? child.signalCode).not.toBeNull();
    connection.dispose();
  });

  it('ends with its editor from within a hang', async () => {
    const editor = startEditor();
    const child = start(hanging, String(editor.pid));
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    editor.kill('SIGKILL');
    await ended(child);
    expect(child.signalCode).toBe('SIGKILL');
  });
});
