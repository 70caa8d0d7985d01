import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
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

/** What the palette offers: the titles of commands, where the keys have these values. */
function offered(keys: Readonly<Record<string, number | string | true>>): readonly string[] {
  const holds = (clause: string): boolean => {
    const [, not = '', key = '', operator, value = ''] = /^(!?)([\w.]+)(?: (=~|==|!=|>) (.+))?$/u.exec(clause) ?? [];
    const known = keys[key];
    if (key === '') throw new Error(`not a clause that is known here: ${clause}`);
    if (operator === undefined) return (not === '!') !== Boolean(known);
    if (operator === '=~') return new RegExp(value.slice(1, -1), 'u').test(String(known ?? ''));
    if (operator === '>') return Number(known) > Number(value);
    return (operator === '==') === (String(known) === value.replaceAll("'", ''));
  };
  const all = (clauses: string): boolean =>
    clauses.split(' && ').every((one) =>
      one
        .replace(/^\((.*)\)$/u, '$1')
        .split(' || ')
        .some(holds),
    );
  const strings = JSON.parse(readFileSync(path.join(repository, 'package.nls.json'), 'utf8')) as Record<string, string>; // text by key
  return Object.entries(allCommands)
    .filter(([, { palette }]) => palette === true || (palette !== false && all(palette)))
    .map(([id, { title }]) => strings[title ?? id.replace('pactwright.', 'command.')] ?? id)
    .sort();
}

const folder = { workspaceFolderCount: 1, gitOpenRepositoryCount: 0 } as const;
const trustedFolder = { ...folder, isWorkspaceTrusted: true } as const;
const emptyBoard = { ...trustedFolder, 'pactwright.projects': 1, 'pactwright.boards': 1 } as const;
const anItem = { 'pactwright.items': 1, 'pactwright.findings': 3 } as const;
const always = [
  'Create Example Project…',
  "Install 'pactwright' Command in PATH",
  'Open Walkthrough',
  'Restart Server',
  'Show Log',
  "Uninstall 'pactwright' Command from PATH",
];
const inTrust = ['Set Up Project for Agents', 'Show Code Graph', 'Show Project Health', 'Show Test Coverage'].concat([
  'Show Tests for Changes',
  'Phase: Plan…',
  'Start Phase…',
  'Open Board',
]);
const ofProject = ['Check Workspace', 'Filter Board…', 'Sort Board…'];
const ofItem = ['Add to Queue', 'New Test Case for Item…', 'Phase: Act…', 'Phase: Check…', 'Phase: Done…'].concat([
  'Review Item Changes',
  'Run Gate…',
  'Set Item Status…',
]);
const readOfItem = ['Find Item…', 'Go to Fixable Finding', 'Show Trace Matrix'];

it.each<[string, Parameters<typeof offered>[0], readonly string[]]>([
  ['no folder', {}, []],
  ['a folder in Restricted Mode', folder, ['Explain Rule', 'Show View…']],
  [
    'a project in Restricted Mode',
    { ...folder, ...anItem, 'pactwright.projects': 1, 'pactwright.boards': 1 },
    ['Explain Rule', 'Show View…', 'Open Board', ...ofProject, ...readOfItem],
  ],
  ['a folder', trustedFolder, ['Explain Rule', 'Show View…', 'Create Sprint Board', ...inTrust]],
  ['an empty board', emptyBoard, ['Explain Rule', 'Show View…', 'New Item…', ...inTrust, ...ofProject]],
  [
    'an item',
    { ...emptyBoard, ...anItem },
    ['Explain Rule', 'Show View…', 'New Item…', 'Adopt Project (Create Baseline)']
      .concat(inTrust, ofProject)
      .concat(ofItem, readOfItem),
  ],
  [
    'an item in a repository with one worktree',
    { ...emptyBoard, ...anItem, gitOpenRepositoryCount: 1, 'pactwright.worktrees.rows': 0 },
    ['Explain Rule', 'Show View…', 'New Item…', 'Adopt Project (Create Baseline)']
      .concat(inTrust, ofProject, ofItem, readOfItem)
      .concat('Create Item Branch…', 'Open Insights', 'New Worktree…', 'Prune Deleted Worktrees…', 'Start Run…')
      .concat('Enable Board Merge Driver', 'Disable Board Merge Driver'),
  ],
])('the palette offers what can work: %s', (_, keys, titles) => {
  expect(offered(keys)).toEqual([...always, ...titles].sort());
});

test('the palette offers for agents what there is a session for', () => {
  const ofSessions = (words: string): readonly string[] =>
    offered({ ...trustedFolder, 'pactwright.agents.words': words }).filter((title) =>
      /\b(?:Agent|Session)\b/u.test(title),
    );
  expect(ofSessions('')).toEqual([]);
  expect(ofSessions('session finished over')).toEqual([
    'Copy Agent Command',
    'Restore State Before Session…',
    'Review Agent Changes',
    'Show Session',
  ]);
  expect(ofSessions('session waiting live question')).toEqual([
    'Answer Agent…',
    'Copy Agent Command',
    'Review Agent Changes',
    'Show Agent Terminal',
    'Show Session',
    'Stop Agent…',
  ]);
});
