import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { pactkitEffects } from '../../../server/src/documents/pactkitConfig/effects.js';
import { pactkitSchema } from '../../../server/src/documents/pactkitConfig/pactkitSchema.js';
import type { MapSchema } from '../../../server/src/documents/yaml/yamlSchema.js';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

interface Listed {
  readonly findings: readonly { readonly check: string; readonly message: string }[];
}

/** The keys that do something, each with a value, and a command that says something else for it. Those below are covered by the one above. */
const effects: readonly (readonly [key: string, yaml: string, command: string])[] = [
  ['developer', 'developer: al', 'next-id'],
  ['command_models', 'command_models: { act: opus }', 'phase act STORY-001 --dry-run --agent claude'],
  [
    'agent_models',
    'agent_models: { senior-developer: opus }',
    'phase act STORY-001 --dry-run --agent claude --role developer',
  ],
  ['agents', 'agents: [qa-engineer]', 'doctor'],
  ['commands', 'commands: [project-act]', 'doctor'],
  ['skills', 'skills: [pactkit-draw]', 'doctor'],
  ['rules', 'rules: [pactkit]', 'doctor'],
  ['ci.provider', 'ci: { provider: github }', 'doctor'],
  ['issue_tracker.provider', 'issue_tracker: { provider: github }', 'pactkit issue-sync BUG-001'],
  ['lint_blocking', 'lint_blocking: false', 'pactkit lint'],
  ['auto_fix', 'auto_fix: true', 'pactkit lint'],
  ['enterprise.no_git', 'enterprise: { no_git: true }', 'pactkit init'],
  ['enterprise.no_external', 'enterprise: { no_external: true }', 'deps'],
  ['visualize.stub_edges', 'visualize: { stub_edges: [first -> second] }', 'query --callers second'],
  ['visualize.layers', 'visualize: { layers: [{ name: top, patterns: [src] }] }', 'visualize --mode layers'],
];
const withEffect: ReadonlySet<string> = new Set(effects.map(([key]) => key));

let bin = '';
beforeAll(() => {
  bin = temporaryFolder({ claude: '#!/bin/sh\necho 2.1.0\n' });
  chmodSync(path.join(bin, 'claude'), 0o755);
  const found = (process.env['PATH'] ?? '').split(':').map((one) => path.join(one, 'git'));
  symlinkSync(found.find(existsSync) ?? '', path.join(bin, 'git'));
});

/** What a command says and leaves in a project with this `pactkit.yaml`, on a machine with git and Claude Code alone. */
async function said(yaml: string, command: string): Promise<unknown> {
  const { folder, commit } = gitRepository();
  commit('Begin', {
    'docs/specs/STORY-001.md':
      '# STORY-001: A\n\n| Field | Value |\n|---|---|\n| ID | STORY-001 |\n| Status | Draft |\n',
    'package.json': '{}',
    'src/a.js': 'function first() {}\nfunction second() {}\n',
    '.claude/pactkit.yaml': `${yaml}\n`,
  });
  writeFiles(folder, {
    'node_modules/eslint/package.json': '{ "bin": { "eslint": "lint.cjs" } }',
    'node_modules/eslint/lint.cjs': 'console.log(...process.argv.slice(2)); process.exitCode = 1;',
  });
  const { code, out } = await run({ cwd: folder, env: { PATH: bin } }, ...command.split(' '));
  return { code, out: out.replaceAll(folder, ''), hook: existsSync(path.join(folder, '.git/hooks/pre-commit')) };
}

/** What commands say without any key, which has to be the same each time. */
const usual = new Map<string, Promise<unknown>>();

async function saidTwice(command: string): Promise<unknown> {
  const first = await said('', command);
  expect(await said('', command)).toEqual(first);
  return first;
}

test.skipIf(process.platform === 'win32').each(effects)('%s has its effect: %s', async (_key, yaml, command) => {
  const without = usual.get(command) ?? saidTwice(command);
  usual.set(command, without);
  expect(await said(yaml, command)).not.toEqual(await without);
});

/** The paths of all keys that hold a value. */
function leavesOf({ keys }: MapSchema, before = ''): readonly string[] {
  return Object.entries(keys).flatMap(([name, { schema }]) =>
    schema.type === 'map' && Object.keys(schema.keys).length > 0
      ? leavesOf(schema, `${before}${name}.`)
      : [`${before}${name}`],
  );
}

/** A key, and those above it, outermost first. */
const pathsTo = (key: string): readonly string[] => key.split('.').map((_, at, all) => all.slice(0, at + 1).join('.'));

test('every key of pactkit.yaml has an effect, or doctor says why it has none', async () => {
  const silent = leavesOf(pactkitSchema).filter((key) => !pathsTo(key).some((one) => withEffect.has(one)));
  const tree: Record<string, unknown> = {};
  for (const key of silent) {
    let at = tree;
    for (const name of key.split('.').slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>; // made here
    at[key.split('.').at(-1) ?? ''] = 1;
  }
  // JSON is YAML, too.
  const cwd = temporaryFolder({ '.pactwright/config.yaml': '', '.claude/pactkit.yaml': JSON.stringify(tree) });
  const { findings } = JSON.parse((await run({ cwd }, 'doctor', '--format', 'json')).out) as Listed;
  const said = findings.filter(({ check }) => check === 'pactkit-key').map(({ message }) => message);
  expect(
    silent.filter((key) => !pathsTo(key).some((one) => said.includes(`${one} has no effect in Pactwright`))),
  ).toEqual([]);
  expect([...pactkitEffects.keys()].filter((key) => !said.includes(`${key} has no effect in Pactwright`))).toEqual([]);
});

const named = [...pactkitEffects.values()].flatMap(({ why, instead }) =>
  [...`${why} ${instead}`.matchAll(/`pactwright ([^`]+)`/gu)].map(([, words = '']) => words),
);

test.each([...new Set(named)])('what is named instead of a key is there: pactwright %s', async (line) => {
  const words = line.split(' ');
  const options = words.filter((word) => word.startsWith('--') && word !== '--help');
  const command = words.filter((word) => /^[a-z]/u.test(word));
  const { code, out } = await run({ cwd: temporaryFolder() }, ...command, '--help');
  expect({ code, missing: options.filter((option) => !out.includes(`${option} `)) }).toEqual({ code: 0, missing: [] });
});
