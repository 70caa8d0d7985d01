import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CompletionList,
  createProtocolConnection,
  type Hover,
  type ProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import manifest from '../../package.json' with { type: 'json' };
import { repository } from '../../scripts/lib/repository.mjs';

/**
 * The language server that VS Code's YAML extension (redhat.vscode-yaml) starts, told what that extension reads in our manifest: the
 * extension itself is in no package registry.
 */
const require = createRequire(import.meta.url);
const program = path.resolve(require.resolve('yaml-language-server'), '../../../../bin/yaml-language-server');
const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright yaml é-'));
const uriOf = (file: string): string => pathToFileURL(path.join(folder, file)).toString();

interface Said {
  readonly range: Range;
  readonly message: string;
}

let server: ChildProcessByStdio<Writable, Readable, null>;
let connection: ProtocolConnection;
const published = new Map<string, readonly Said[]>();

beforeAll(async () => {
  server = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { uri: string; diagnostics: readonly Said[] }) => {
      published.set(uri, diagnostics);
    },
  );
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly object[] }) => items.map(() => ({})));
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).toString(),
    capabilities: { workspace: { configuration: true } },
  });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification(
    'json/schemaAssociations',
    manifest.contributes.yamlValidation.map(({ fileMatch, url }) => ({
      fileMatch,
      uri: pathToFileURL(path.join(repository, url)).toString(),
    })),
  );
});

afterAll(() => {
  connection.dispose();
  server.kill();
});

async function open(file: string, text: string): Promise<void> {
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri: uriOf(file), languageId: 'yaml', version: 1, text },
  });
}

/** Opens a file and waits until this is what is said of it: `line: message`. */
async function check(file: string, text: string, expected: readonly string[]): Promise<void> {
  await open(file, text);
  await expect
    .poll(() => published.get(uriOf(file))?.map(({ range, message }) => `${range.start.line}: ${message}`), {
      timeout: 30_000,
    })
    .toEqual(expected);
}

describe("our configuration in VS Code's YAML support", () => {
  it.each([
    '.pactwright/config.yaml',
    'packages/shop/.pactwright/config.yaml',
    '.worktrees/a/b/.pactwright/config.yaml',
  ])('has what is wrong in %s underlined', async (file) => {
    await check(file, 'compat: "3.0"\nrules:\n  E001: loud\n  W006: info\nnonsense: 1\n', [
      '0: Value is not accepted. Valid values: "2.10.6", "2.20.0".',
      '2: Value is not accepted. Valid values: "off", "error", "warning", "info".',
      '4: Property nonsense is not allowed.',
    ]);
  });

  it('leaves other files alone', async () => {
    await check('docs/config.yaml', 'compat: "3.0"\n', []);
  });

  it('offers keys and tells what they mean', async () => {
    const file = 'offers/.pactwright/config.yaml';
    await open(file, 'rules:\n  E00\n');
    const textDocument = { uri: uriOf(file) };
    const { items } = await connection.sendRequest<CompletionList>('textDocument/completion', {
      textDocument,
      position: { line: 1, character: 5 },
    });
    expect(items.map(({ label }) => label)).toContain('E003');
    const hover = await connection.sendRequest<Hover>('textDocument/hover', {
      textDocument,
      position: { line: 0, character: 2 },
    });
    expect(JSON.stringify(hover.contents)).toContain('The severity of rules, by code or name');
  });
});
