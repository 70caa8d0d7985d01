import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as root from '../../../client/src/commandTables.js';
import { allCommands } from '../../../client/src/commandRegistry.js';
import type { CommandTable } from '../../../client/src/editor/commandTable.js';
import { repository } from '../../../scripts/lib/repository.mjs';

const client = path.join(repository, 'client', 'src');
const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const tableFiles = files.filter((name) => /CommandTable\.ts$/u.test(name));
const textOf = (file: string): string => readFileSync(path.join(client, file), 'utf8');

test('the registry has every command of every table', async () => {
  expect(tableFiles.length).toBeGreaterThan(5);
  const modules: object[] = await Promise.all(
    tableFiles.map(async (file) => (await import(path.join(client, file))) as object),
  );
  const declared = [root, ...modules].flatMap((tables) =>
    Object.values(tables).flatMap((table: CommandTable) => Object.keys(table)),
  );
  expect(declared.sort()).toEqual(Object.keys(allCommands).sort());
});

// Which functions a table gets is checked by the compiler; here, that each table gets them, and that no command goes past a table.
test('every table is registered, once', () => {
  const tables = ['commandTables.ts', ...tableFiles].flatMap((file) =>
    Array.from(textOf(file).matchAll(/^export const (\w+) = commandTable\(/gmu), ([, name = '']) => name),
  );
  const registered = files.flatMap((file) =>
    Array.from(textOf(file).matchAll(/satisfies CommandFunctions<\s*typeof (\w+)\s*>/gu), ([, name = '']) => name),
  );
  expect(registered.sort()).toEqual(tables.sort());
});

test('a command is registered by its table; only what the server alone calls is in none', () => {
  const direct = files.filter((file) => /\bregister(?:TextEditor)?Command\(/u.test(textOf(file)));
  expect(direct.map((file) => path.basename(file)).sort()).toEqual(['registerCommands.ts', 'saveAfterFix.ts']);
});

test('each command has a title in package.nls.json, and each title a command', () => {
  const strings = JSON.parse(readFileSync(path.join(repository, 'package.nls.json'), 'utf8')) as object; // text by key
  const titles = Object.entries(allCommands).map(([id, { title }]) => title ?? id.replace('pactwright.', 'command.'));
  const known = Object.keys(strings).filter((key) => key.startsWith('command.'));
  expect([...new Set(titles)].sort()).toEqual(known.sort());
});

const manifest = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
  readonly contributes: {
    readonly menus: Readonly<
      Record<string, readonly { readonly command: string; readonly when: string; readonly group?: string }[]>
    >;
    readonly views: { readonly pactwright: readonly { readonly id: string; readonly visibility?: string }[] };
  };
};

test('a view has at most four buttons in its title, VS Code’s Collapse All among them, and two views show at first', () => {
  const { menus, views } = manifest.contributes;
  for (const { id } of views.pactwright) {
    const buttons = (menus['view/title'] ?? []).filter(
      ({ when, group }) => when.startsWith(`view == ${id} `.trimEnd()) && group?.startsWith('navigation'),
    );
    // Those of one place are never there together.
    expect(new Set(buttons.map(({ group }) => group)).size, id).toBeLessThanOrEqual(3);
  }
  const shown = views.pactwright.filter(({ visibility }) => visibility !== 'hidden').map(({ id }) => id);
  expect(shown).toEqual(['pactwright.board', 'pactwright.work']);
});

test('the palette asks for a folder, a project or something to work on, and for trust where something is written or run', () => {
  const always = ['makeExample', 'openWalkthrough', 'path.install', 'path.uninstall', 'restartServer', 'showLog'];
  const offered = Object.entries(allCommands).filter(([, { palette }]) => palette !== false);
  expect(
    offered.flatMap(([id, { palette }]) => (palette === true ? [id.replace('pactwright.', '')] : [])).sort(),
  ).toEqual(always);
  const starts = /worktrees|phase|gates|mergeDriver|agents|setStatus|startBranch|new(?:Item|TestCase|Board)/u;
  for (const [id, { palette }] of offered) if (starts.test(id)) expect(palette, id).toContain('isWorkspaceTrusted');
  const ofItems =
    /findItem|setStatus|startBranch|newTestCase|phase\.(?:act|check|done)|gates\.ask|queue\.add|review\.open|worktrees\.create/u;
  for (const [id, { palette }] of offered) if (ofItems.test(id)) expect(palette, id).toContain('pactwright.items > 0');
  const phases = offered.flatMap(([id]) =>
    id.startsWith('pactwright.phase.') ? [id.slice('pactwright.phase.'.length)] : [],
  );
  expect(phases).toEqual(['start', 'plan', 'act', 'check', 'done']);
});

test('the menu of an entry is the same in the tree and on its card, in the same order', () => {
  const strings = JSON.parse(readFileSync(path.join(repository, 'package.nls.json'), 'utf8')) as Record<string, string>; // text by key
  const menuOf = (menu: string, place: RegExp): readonly string[] =>
    (manifest.contributes.menus[menu] ?? [])
      .filter(({ when, group = '' }) => place.test(when) && !group.startsWith('inline'))
      .map(({ command, when, group }) => {
        const title = allCommands[command as keyof typeof allCommands]?.title;
        const entry = /=~ (\/\^entry .*?\/)/u.exec(when)?.[1];
        const isAlone = /isAlone|!listMultiSelection/u.test(when);
        return `${group} ${entry}${isAlone ? ' alone' : ''}: ${strings[title ?? command.replace('pactwright.', 'command.')]}`;
      })
      .sort();
  const card = menuOf('webview/context', /webviewSection == 'card'/u);
  expect(card).toEqual(menuOf('view/item/context', /^view == pactwright\.board && viewItem =~ \/\^entry/u));
  expect(card.length).toBeGreaterThan(10);
});
