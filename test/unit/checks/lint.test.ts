import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { javascriptSeeds, syntaxSeeds, typescriptSeeds } from './lintSeeds.js';

interface LintRules {
  readonly rules: Readonly<Record<string, unknown>>;
}
interface Configuration extends LintRules {
  readonly overrides: readonly LintRules[];
}
interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly code?: string }[];
}

const configurationText = readFileSync('.oxlintrc.json', 'utf8');

it('reports each rule where it is broken', { timeout: 120_000 }, async () => {
  const files = {
    ...asFiles(typescriptSeeds, '.ts'),
    ...asFiles(javascriptSeeds, '.mjs'),
    ...asFiles(syntaxSeeds, '.mjs'),
  };
  const found = await lint(files);
  const expected = [...ruleOfFile(typescriptSeeds, '.ts'), ...ruleOfFile(javascriptSeeds, '.mjs')];
  expect(expected.filter(([name, rule]) => !found.get(name)?.has(rule))).toEqual([]);
  expect(Object.keys(syntaxSeeds).filter((rule) => !found.has(fileName(rule, '.mjs')))).toEqual([]);
});

it('has an example of each active rule', () => {
  const seeded = new Set([typescriptSeeds, javascriptSeeds, syntaxSeeds].flatMap((seeds) => Object.keys(seeds)));
  expect(activeRules().filter((rule) => !seeded.has(rule))).toEqual([]);
});

/** By file: the rules that oxlint reports with our configuration; `syntax` where the file is no program. */
async function lint(files: Readonly<Record<string, string>>): Promise<Map<string, Set<string>>> {
  const folder = temporaryFolder({
    ...files,
    'kept.ts': 'export enum ErrorCode { None = 0, One = 1 }\n',
    'tsconfig.json': JSON.stringify({
      extends: path.resolve('tsconfig.base.json'),
      compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true },
    }),
    '.oxlintrc.json': configurationText,
  });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
  // Named, as a walk would go through all of node_modules.
  const args = [path.resolve('node_modules/oxlint/bin/oxlint'), '--format', 'json', ...Object.keys(files)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
    (error: unknown) => error as { stdout: string },
  );
  const found = new Map<string, Set<string>>();
  for (const { filename, code } of (JSON.parse(stdout) as Report).diagnostics) {
    const rules = found.get(path.basename(filename)) ?? new Set();
    found.set(path.basename(filename), rules.add(ruleOfCode(code)));
  }
  return found;
}

/** `typescript(no-explicit-any)` -> `typescript/no-explicit-any` */
function ruleOfCode(code: string | undefined): string {
  const [, plugin, name] = /^([\w-]+)\(([\w-]+)\)$/.exec(code ?? '') ?? [];
  if (plugin === undefined || name === undefined) return 'syntax';
  return plugin === 'eslint' ? name : `${plugin}/${name}`;
}

function fileName(rule: string, extension: string): string {
  return rule.replace('/', '_') + extension;
}

function ruleOfFile(seeds: Readonly<Record<string, string>>, extension: string): [string, string][] {
  return Object.keys(seeds).map((rule) => [fileName(rule, extension), rule]);
}

function asFiles(seeds: Readonly<Record<string, string>>, extension: string): Record<string, string> {
  return Object.fromEntries(Object.entries(seeds).map(([rule, code]) => [fileName(rule, extension), `${code}\n`]));
}

function activeRules(): string[] {
  const configuration = JSON.parse(configurationText.replaceAll(/^\s*\/\/.*$/gm, '')) as Configuration;
  return [configuration, ...configuration.overrides].flatMap(({ rules }) =>
    Object.keys(rules).filter((rule) => rules[rule] !== 'off'),
  );
}
