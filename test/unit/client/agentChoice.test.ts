import { beforeEach, expect, it, vi } from 'vitest';
import { agentEnvironment } from '../../../client/src/agents/agentEnvironment.js';
import { createAgentChoice } from '../../../client/src/agents/agentChoice.js';
import type { CommandLineCall } from '../../../client/src/editor/commandLine.js';
import type { Phase } from '../../../server/src/protocol.js';

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly buttons?: readonly unknown[];
}
type Deed = (rows: readonly Row[]) => { readonly accept: string } | { readonly button: string } | 'away';

/** What the person does, one after the other, what was put before them, and their settings. */
interface Person {
  deeds: unknown[];
  seen: unknown[];
  settings: Record<string, unknown>;
}

const person = vi.hoisted((): Person => ({ deeds: [], seen: [], settings: {} }));

vi.mock('vscode', async () => {
  const shown = (rows: readonly Row[]): ReturnType<Deed> => {
    person.seen.push(rows.map(({ label, description = '' }) => `${label} ${description}`.trim()));
    return (person.deeds.shift() as Deed)(rows);
  };
  return {
    ...(await import('./vscode.js')),
    Uri: { parse: (text: string) => ({ fsPath: text }) },
    QuickPickItemKind: { Separator: -1 },
    ProgressLocation: { Notification: 15 },
    ConfigurationTarget: { Global: 1 },
    env: { openExternal: () => Promise.resolve(true) },
    workspace: {
      onDidSaveTextDocument: () => ({ dispose: () => undefined }),
      onDidChangeConfiguration: () => ({ dispose: () => undefined }),
      getConfiguration: () => ({
        get: (name: string, other: unknown) => person.settings[name] ?? other,
        update: (name: string, value: unknown) => {
          person.settings[name] = value;
          return Promise.resolve();
        },
      }),
    },
    window: {
      withProgress: (_: unknown, task: (progress: unknown, token: unknown) => unknown) =>
        task({}, { onCancellationRequested: () => undefined }),
      showErrorMessage: (text: string) => Promise.reject(new Error(text)),
      showInputBox: ({ value }: { readonly value: string }) => {
        person.seen.push([`input ${value}`]);
        return Promise.resolve(person.deeds.shift());
      },
      showQuickPick: (rows: readonly Row[]) => {
        const deed = shown(rows);
        return Promise.resolve(
          deed !== 'away' && 'accept' in deed ? rows.find(({ label }) => label === deed.accept) : undefined,
        );
      },
      createQuickPick: () => {
        const on: Record<string, (given?: unknown) => void> = {};
        const picker = {
          items: [] as readonly Row[],
          selectedItems: [] as readonly Row[],
          onDidAccept: (take: () => void) => (on['accept'] = take),
          onDidTriggerItemButton: (take: () => void) => (on['button'] = take),
          onDidHide: (take: () => void) => (on['hide'] = take),
          dispose: () => undefined,
          hide: () => on['hide']?.(),
          show: () => {
            const deed = shown(picker.items);
            if (deed === 'away') return picker.hide();
            const [what, label] = Object.entries(deed)[0] ?? [];
            picker.selectedItems = picker.items.filter((row) => row.label === label);
            const [item] = picker.selectedItems;
            if (what === 'button' && item?.buttons === undefined) throw new Error(`${String(label)} has no button`);
            on[what ?? '']?.({ item });
          },
        };
        return picker;
      },
    },
  };
});

/** The command line, which lists the agents that are installed. */
vi.mock('../../../client/src/editor/commandLine.js', () => ({
  runCommandLine: ({ args, onLine }: Pick<CommandLineCall, 'args' | 'onLine'>) => {
    expect(args).toEqual(['agent', 'list', '--format', 'json']);
    onLine(JSON.stringify({ agents: listed, phases: chosenPhases, roles }));
    return Promise.resolve({ code: 0, errors: '' });
  },
}));

const installed = { found: true, version: '2.0' };
const listed = [
  { id: 'claude', name: 'Claude Code', ...installed, models: ['opus', 'sonnet'] },
  { id: 'codex', name: 'Codex CLI', ...installed, models: [] },
  { id: 'plain', name: 'Plain', ...installed },
  { id: 'pi', name: 'Pi', found: false, reason: 'not found', models: [] },
];

const roles = [
  { name: 'tester', title: 'reviewer' },
  { name: 'critic', title: 'critic' },
];
let phase: Phase | undefined;
let chosenPhases: Readonly<Record<string, readonly string[]>> = {};

async function choose(...deeds: readonly unknown[]): Promise<readonly string[] | undefined> {
  person.deeds = [...deeds];
  const kept = new Map<string, unknown>();
  const last = {
    get: (key: string) => kept.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
  const answer = await createAgentChoice({ globalState: last, subscriptions: [] }, '/cli.js').choose('/shop', phase);
  expect(person.deeds).toEqual([]);
  return answer;
}

const accept =
  (label: string): Deed =>
  () => ({ accept: label });
const button =
  (label: string): Deed =>
  () => ({ button: label });

beforeEach(() => {
  person.seen = [];
  person.settings = {};
  phase = undefined;
  chosenPhases = {};
});

it('lets a person choose the model of an agent, and keeps it', async () => {
  expect(await choose(accept('Claude Code'))).toEqual(['--agent=claude']);
  expect(await choose(button('Claude Code'), accept('opus'), accept('Claude Code'))).toEqual(['--agent=claude']);
  expect(person.seen.at(-1)).toContain('Claude Code 2.0 · opus');
  expect(await choose(button('Codex CLI'), ' gpt-x ', accept('Codex CLI'))).toEqual(['--agent=codex']);
  expect(person.settings['agents.models']).toEqual({ claude: 'opus', codex: 'gpt-x' });
  expect(agentEnvironment()).toEqual({ PACTWRIGHT_MODELS: '{"claude":"opus","codex":"gpt-x"}' });
  expect(await choose(button('Claude Code'), accept('Another…'), '', accept('Claude Code'))).toEqual([
    '--agent=claude',
  ]);
  expect(await choose(button('Codex CLI'), accept('None'), accept('Codex CLI'))).toEqual(['--agent=codex']);
  expect(person.settings['agents.models']).toEqual({});
  expect(agentEnvironment()).toEqual({});
});

it('offers that for agents alone that take a model', async () => {
  person.settings['agents.models'] = { plain: 'x', claude: 7 };
  const buttons: unknown[] = [];
  const look: Deed = (rows) => {
    buttons.push(...rows.map((row) => row.buttons !== undefined));
    return { accept: 'Plain' };
  };
  expect(await choose(look)).toEqual(['--agent=plain']);
  expect(buttons).toEqual([true, true, false, false, false, false, false, false]);
});

it('asks nothing where a setting names the agent', async () => {
  person.settings = { 'agents.default': 'claude', 'agents.choices': { check: 'codex' } };
  expect(await choose()).toEqual([]);
  expect(agentEnvironment()).toEqual({ PACTWRIGHT_CHOICES: '{"default":"claude","check":"codex"}' });
});

it.each<[Phase, readonly string[], boolean]>([
  ['check', ['check'], false],
  ['act', ['check'], true],
  ['sprint', ['check', 'act'], true],
  ['sprint', ['plan', 'act', 'check', 'done'], false],
])('%s: asks nothing where settings name an agent (%j)', async (wanted, named, asks) => {
  phase = wanted;
  chosenPhases = Object.fromEntries(named.map((one) => [one, ['codex']]));
  expect(await choose(...(asks ? [accept('Claude Code')] : []))).toEqual(asks ? ['--agent=claude'] : []);
});

it('chooses nothing where the person goes away, be it on the way to a model', async () => {
  const away: Deed = () => 'away';
  expect(await choose(away)).toBeUndefined();
  expect(await choose(button('Claude Code'), away, accept('No agent'))).toEqual(['--no-agent']);
});

it('lets a person choose a role of the project for this time', async () => {
  phase = 'check';
  const deeds = [accept('Choose Role…'), accept('critic'), accept('Claude Code')];
  expect(await choose(...deeds)).toEqual(['--agent=claude', '--role=critic']);
  expect(person.seen[1]).toEqual(['tester reviewer', 'critic']);
  expect(person.seen.at(-1)).toContain('Choose Role… critic');
  const away: Deed = () => 'away';
  expect(await choose(accept('Choose Role…'), away, accept('Claude Code'))).toEqual(['--agent=claude']);
});

it('offers no role where several phases run', async () => {
  phase = 'sprint';
  await choose(accept('Claude Code'));
  expect(person.seen.flat()).not.toContain('Choose Role…');
});
