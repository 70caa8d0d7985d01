import path from 'node:path';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { agentNamed } from '../../server/src/agents/registry.js';
import type { AgentEnd } from '../../server/src/agents/agentEnd.js';
import { built, planned } from '../support/phaseStory.js';
import type { Act, Script } from './model/script.js';
import { killAtWork, livesOn, sessionsIn, until } from './atWork.js';
import type { AgentId } from './homes.js';
import { powersIn } from './powers.js';
import { helper, type Play, type Played } from './play.js';
import type { Scene, Stage } from './playScenes.js';
import { tellingOf } from './tellingOf.js';

export type SceneName =
  | 'can'
  | 'plan'
  | 'act'
  | 'check'
  | 'done'
  | 'again'
  | 'cheat'
  | 'crash'
  | 'broken'
  | 'cut'
  | 'resume'
  | 'hang'
  | 'question'
  | 'destroys'
  | 'quota'
  | 'two';

const story = 'STORY-001';
const specFile = `docs/specs/${story}.md`;
const board = 'docs/product/sprint_board.md';
const code = { write: 'src/cart.js', text: built.files['src/cart.js'] };
const test = { write: 'test/cart.test.js', text: built.files['test/cart.test.js'] };

/** In the folder itself; other scenes use worktrees. */
const actHere = ['act', story, '--here'] as const;

const oneByOne = (...acts: readonly Act[]): Script => acts.map((act) => ({ acts: [act] }));

const building: Script = [
  { say: 'I read the spec.', acts: [{ read: specFile }] },
  ...oneByOne(test, { run: `pactwright test ${story}` }, code, { run: `pactwright test ${story}` }),
  ...oneByOne({ run: `pactwright board tick ${story} 1` }),
  { say: 'It is done.' },
];

export const scenes: Readonly<Record<SceneName, Scene>> = {
  can: async ({ play, id, note }) => {
    expect(await powersIn(play, note)).toEqual(agentNamed(id)?.powers);
  },

  plan: async ({ play, note }) => {
    const files = ['docs/specs/STORY-002.md', 'docs/test_cases/STORY-002_case.md'];
    const texts = [planned.files[specFile], planned.files[`docs/test_cases/${story}_case.md`]];
    play.model.play([
      { say: 'I look first.', acts: files.map((file) => ({ read: file })) },
      ...oneByOne(
        ...files.map((file, index) => ({ write: file, text: texts[index]?.replaceAll(story, 'STORY-002') ?? '' })),
        { run: 'pactwright board add-task STORY-002 "Give the change"' },
        { run: 'pactwright lint' },
      ),
      { say: 'It is planned.' },
    ]);
    const ran = await play.phase('plan', '--about', 'Give change', '--yes');
    note(tellingOf(ran));
    expect(ran.code).toBe(0);
    expect(play.read(board)).toContain('- [ ] Give the change');
    expect(play.git('log', '-1', '--format=%s')).toMatch(/^docs: plan STORY-002/u);
    expect(play.git('status', '--porcelain')).toBe('');
  },

  act: async ({ play, note }) => {
    const { ran, place } = await build(play, note);
    expect(ran.code).toBe(0);
    expect(place).not.toBe(play.folder);
    expect(play.git('-C', place, 'log', '-1', '--format=%B')).toMatch(/STORY-001[^]*^Agent: /mu);
    expect(play.git('-C', place, 'show', '--name-only', '--format=')).toContain('src/cart.js');
    expect(play.git('-C', place, 'status', '--porcelain')).toBe('');
    expect(play.git('status', '--porcelain')).toBe('');
    // The model saw the whole prompt, the sentence of a criterion included, and costs are what it said.
    expect(play.model.seen.find(({ isMain }) => isMain)?.text).toContain('This is the phase act');
    expect(tokensIn(ran)).toEqual(tokensSeen(play));
  },

  check: async ({ play, note }) => {
    const { ran, place } = await build(play, note);
    expect(ran.code).toBe(0);
    play.model.play([
      { acts: [{ read: 'src/cart.js' }] },
      { say: '- P1 src/cart.js:2 AC1: an empty cart is not tested; test it\n\nVERDICT: FAIL' },
    ]);
    const failed = await play.phase('check', story);
    note(tellingOf(failed));
    expect(failed.code).toBe(1);
    expect(read(place, board)).toContain('- [ ] P1 src/cart.js:2');
    const listed = await play.pactwright('board', 'list', '--root', place);
    const number = /^(\d+).*P1 src/mu.exec(listed.out)?.[1] ?? '2';
    await play.pactwright('board', 'tick', story, number, '--root', place);
    play.git('-C', place, 'commit', '--quiet', '--all', '-m', `docs: fix ${story}`);
    play.model.play([{ acts: [{ read: 'src/cart.js' }] }, { say: 'I find nothing.\n\nVERDICT: PASS' }]);
    const passed = await play.phase('check', story);
    note(tellingOf(passed));
    expect(passed.code).toBe(0);
    expect(play.git('-C', place, 'status', '--porcelain')).toBe('');
  },

  done: async ({ play, note }) => {
    const { ran: acted, place } = await build(play, note);
    expect(acted.code).toBe(0);
    play.model.play([
      ...oneByOne({ run: `pactwright lesson-append "src/cart.js: sums begin at 0" --item ${story}` }),
      { say: 'Nothing else is to be done.' },
    ]);
    const ran = await play.phase('done', story, '--yes');
    note(tellingOf(ran));
    expect(ran.code).toBe(0);
    expect(play.read(board)).not.toContain(story);
    expect(play.read('docs/architecture/governance/lessons.md')).toContain('sums begin at 0');
    expect(play.git('log', '--format=%s')).toMatch(/^docs: close STORY-001/mu);
    expect(play.git('status', '--porcelain')).toBe('');
    expect(existsSync(place)).toBe(false);
  },

  again: async ({ play, note }) => {
    play.model.play([{ say: 'I think that all is there.' }, ...building]);
    const ran = await play.phase(...actHere);
    note(tellingOf(ran));
    expect(ran.code).toBe(0);
    expect(ran.events.filter(({ event }) => event === 'agent')).toHaveLength(2);
    const main = play.model.seen.filter(({ isMain }) => isMain);
    expect(main[1]?.text).toContain('The gate act-out still blocks');
    expect(main[1]?.text).toContain('I think that all is there.');
    expect(tokensIn(ran)).toEqual(tokensSeen(play));
  },

  cheat: async ({ play, note }) => {
    play.model.play([
      { acts: [{ read: specFile }] },
      ...oneByOne(
        { edit: specFile, from: '- **Then** it is 5', to: '- **Then** it is 6' },
        { ...code, text: code.text.replace(', 0)', ', 1)') },
        { ...test, text: test.text.replace(', 5)', ', 6)') },
        { run: `pactwright board tick ${story} 1` },
      ),
      { say: 'All green.' },
    ]);
    const ran = await play.phase(...actHere, '--rounds', '1');
    note(tellingOf(ran));
    expect(ran.code).toBe(1);
    expect(failedConditions(ran)).toContain('spec-frozen');
  },

  crash: async ({ play, note }) => {
    const { ran, place } = await crash(play);
    note(tellingOf(ran));
    expect(ran.code).toBe(3);
    expect(endOf(ran)).toMatchObject({ kind: 'crash' });
    expect(read(place, test.write)).toBe(test.text);
  },

  broken: async ({ play, note }) => {
    play.model.play([{ acts: [test] }, { fault: 'error' }]);
    // Programs retry on their own, some for minutes.
    const ran = await play.phase('act', story, '--retries', '0', '--timeout', '60');
    note(tellingOf(ran));
    expect(ran.code).toBe(3);
    expect(['crash', 'timeout', 'timeLimit']).toContain(endOf(ran)?.kind);
    expect(nextOf(ran)).toBeDefined();
    expect(read(placeOf(ran), test.write)).toBe(test.text);
  },

  cut: async ({ play, note }) => {
    play.model.play([{ acts: [test] }, { fault: 'cut' }, ...building]);
    const ran = await play.phase('act', story, '--retries', '0');
    note(tellingOf(ran));
    if (ran.code === 0) expect(play.git('-C', placeOf(ran), 'status', '--porcelain')).toBe('');
    else {
      expect(ran.code).toBe(3);
      expect(['crash', 'timeout']).toContain(endOf(ran)?.kind);
      expect(nextOf(ran)).toBeDefined();
      expect(read(placeOf(ran), test.write)).toBe(test.text);
    }
  },

  resume: async ({ play, id, note }) => {
    const { ran: crashed, place } = await crash(play);
    note(tellingOf(crashed));
    const next = nextOf(crashed) ?? '';
    // A program that reported its session id before the crash continues the same conversation.
    expect(next).toMatch(tellsSessionLate.has(id) ? /^phase act / : /^agent resume /u);
    play.model.play(building);
    const before = play.model.seen.length;
    const agent = next.startsWith('phase') ? ['--agent', id] : [];
    const ran = await play.pactwright(...next.split(' '), ...agent, '--headless');
    note(ran.out + ran.err);
    expect(ran.code).toBe(0);
    expect(play.model.seen.slice(before).find(({ isMain }) => isMain)?.text).toContain('This is the phase act');
    expect(play.git('-C', place, 'log', '-1', '--format=%B')).toMatch(/STORY-001[^]*^Agent: /mu);
    expect(play.git('-C', place, 'status', '--porcelain')).toBe('');
  },

  hang: async ({ play, note }) => {
    play.model.play([{ acts: [test] }, { fault: 'hang' }]);
    const { end } = play.start(...phaseWords(play, ...actHere));
    await until(() => play.model.seen.filter(({ isMain }) => isMain).length >= 2);
    const [session = ''] = sessionsIn(play);
    const stopped = await play.pactwright('agent', 'stop', session);
    note(stopped.out + stopped.err);
    const ran = await end;
    note(tellingOf(ran));
    expect(stopped.code).toBe(0);
    expect(ran.code).toBe(3);
    expect(livesOn(session)).toEqual([]);
    expect(play.read(test.write)).toBe(test.text);
  },

  question: async ({ play, note }) => {
    const question = 'Is an empty cart 0, or an error?';
    // With its own tool, if it has one; without a terminal, the result of that is not an answer.
    play.model.play([{ acts: [{ ask: question, options: ['0', 'An error'] }] }, { say: `QUESTION: ${question}` }]);
    const asked = await play.phase('act', story);
    note(tellingOf(asked));
    expect(asked.code).toBe(3);
    const told = asked.events.flatMap((event) => (event.event === 'question' ? [event] : []));
    expect(told.map((one) => one.question)).toEqual([question]);
    play.model.play(building);
    const before = play.model.seen.length;
    const answer = '0, as nothing is to be paid';
    const ran = await play.pactwright('agent', 'answer', told[0]?.session ?? '', answer, '--format', 'events');
    note(tellingOf(ran));
    expect(ran.code).toBe(0);
    const first = play.model.seen.slice(before).find(({ isMain }) => isMain)?.text;
    expect(first).toContain('This is the phase act');
    expect(first).toContain(answer);
    expect(play.git('-C', placeOf(ran), 'status', '--porcelain')).toBe('');
  },

  destroys: async ({ play, note }) => {
    play.git('commit', '--quiet', '--allow-empty', '-m', 'docs: another');
    const head = play.git('rev-parse', 'HEAD');
    const notes = path.join(play.folder, 'my-notes.md');
    const readme = path.join(play.folder, 'src/README.md');
    writeFileSync(notes, 'My notes\n');
    writeFileSync(readme, '# The cart, my words\n');
    const commands = ['git reset --hard HEAD~1', 'git clean -fdx', 'rm -rf docs'];
    play.model.play([...oneByOne(...commands.map((run) => ({ run }))), { say: 'Cleaned up.' }]);
    const ran = await play.phase(...actHere, '--rounds', '1');
    note(tellingOf(ran));
    const [session = ''] = sessionsIn(play);
    const lost = ran.events.flatMap((event) => (event.event === 'agentEnd' ? event.losses : []));
    note(JSON.stringify(lost));
    // Pactwright's own commits come after what was there.
    const isReset = play.git('merge-base', 'HEAD', head) !== head;
    const hasLost = !existsSync(notes) || isReset || !existsSync(path.join(play.folder, specFile));
    // Losses are named. If there are none, the program refused the commands, and that is reported.
    const refusals = ran.events.flatMap((event) =>
      event.event === 'agentEvent' && event.agentEvent.kind === 'refused' ? [event.agentEvent] : [],
    );
    if (hasLost) expect(lost.length).toBeGreaterThan(0);
    else expect(refusals.map(({ what }) => what)).toContain(commands[0]);
    const undone = await play.pactwright('agent', 'undo', session);
    note(undone.out + undone.err);
    expect(undone.code).toBe(0);
    expect(readFileSync(notes, 'utf8')).toBe('My notes\n');
    expect(readFileSync(readme, 'utf8')).toBe('# The cart, my words\n');
    expect(play.git('rev-parse', 'HEAD')).toBe(head);
    expect(play.read(specFile)).toContain('Shoppers want to see');
    // Only commands that ran are held against it.
    expect(accusations(play)).toBeLessThanOrEqual(commands.length - refusals.length);
  },

  quota: async ({ play, id, note }) => {
    play.model.play([{ fault: 'limit' }]);
    const ran = await play.phase('act', story, '--agent', `${id},${helper}`, '--retries', '0');
    note(tellingOf(ran));
    expect(['quota', 'rateLimit']).toContain(endsOf(ran)[0]?.kind);
    expect(endOf(ran)).toMatchObject({ kind: 'finished' });
    expect(ran.code).toBe(0);
    expect(play.git('-C', placeOf(ran), 'log', '-1', '--format=%B')).toMatch(new RegExp(`^Agent: ${helper}`, 'mu'));
  },

  two: async ({ play, note }) => {
    const other = 'STORY-002';
    await play.pactwright('phase', 'plan', '--about', 'Add up', '--no-agent');
    for (const [file, text] of Object.entries(planned.files))
      if (file.includes(story))
        writeFileSync(
          path.join(play.folder, file.replace(story, other)),
          text.replaceAll(story, other).replaceAll('cart', 'bill'),
        );
    await play.pactwright('board', 'add-task', other, 'Add up');
    play.git('add', '--all');
    play.git('commit', '--quiet', '-m', `docs: plan ${other}`);
    for (const item of [story, other]) expect((await play.pactwright('worktree', 'create', item)).code).toBe(0);
    const renamed = (text: string): string => text.replaceAll(story, other).replaceAll('cart', 'bill');
    const said = JSON.stringify(building);
    play.model.play(JSON.parse(renamed(said)) as Script, `## ${other}`);
    play.model.play(building, `## ${story}`);
    const ran = await Promise.all([play.phase('act', story), play.phase('act', other)]);
    note(ran.map(tellingOf).join('\n'));
    expect(ran.map(({ code: one }) => one)).toEqual([0, 0]);
    expect(play.git('log', '-1', '--format=%s', `feature/${story}`)).toContain(story);
    expect(play.git('log', '-1', '--format=%s', `feature/${other}`)).toContain(other);
    expect(play.git('diff', '--name-only', 'main', `feature/${other}`)).not.toContain('cart');
  },
};

interface InPlace {
  readonly ran: Played;
  /** Where it worked: absolute. */
  readonly place: string;
}

/** Has the item built by default: in a worktree of its own. */
async function build(play: Play, note: Stage['note']): Promise<InPlace> {
  play.model.play(building);
  const ran = await play.phase('act', story);
  note(tellingOf(ran));
  return { ran, place: placeOf(ran) };
}

/** The agent writes a test, and is killed while its model keeps it waiting. */
async function crash(play: Play): Promise<InPlace> {
  play.model.play([{ acts: [test] }, { fault: 'hang' }]);
  const { end } = play.start(...phaseWords(play, 'act', story));
  await killAtWork(play);
  const ran = await end;
  return { ran, place: placeOf(ran) };
}

function placeOf({ events }: Played): string {
  const places = events.flatMap((event) => (event.event === 'phase' ? [event.folder] : []));
  return places.at(-1) ?? 'nowhere';
}

function read(folder: string, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

/** The command that a phase names to continue, without `pactwright`. */
function nextOf({ events }: Played): string | undefined {
  const next = events.flatMap((event) => (event.event === 'end' ? [event.next] : [])).at(-1);
  return /`pactwright ([^`]+)`/u.exec(next ?? '')?.[1];
}

function phaseWords(play: Play, ...words: readonly string[]): readonly string[] {
  return ['phase', ...words, '--agent', play.id, '--headless', '--format', 'events'];
}

/** How many destructive commands are in the record. */
function accusations({ folder }: Play): number {
  const log = path.join(folder, '.git/pactwright/evidence/log.jsonl');
  return existsSync(log) ? readFileSync(log, 'utf8').split('"kind":"command"').length - 1 : 0;
}

function endsOf({ events }: Played): readonly AgentEnd[] {
  return events.flatMap((event) => (event.event === 'agentEnd' ? [event.end] : []));
}

function endOf(ran: Played): AgentEnd | undefined {
  return endsOf(ran).at(-1);
}

function failedConditions({ events }: Played): readonly string[] {
  return events.flatMap((event) =>
    event.event === 'gate'
      ? event.verdict.conditions.filter(({ state }) => state === 'fail').map(({ name }) => name)
      : [],
  );
}

/** It reports its session id only at its end, so not after a crash. */
const tellsSessionLate: ReadonlySet<AgentId> = new Set(['copilot']);

interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** What the phase reported; undefined if the program reports nothing. */
function tokensIn({ events }: Played): Tokens | undefined {
  const costs = events.flatMap((event) =>
    event.event === 'agentEvent' && event.agentEvent.kind === 'cost' ? [event.agentEvent] : [],
  );
  if (costs.length === 0) return undefined;
  const sum = (name: 'inputTokens' | 'cachedTokens' | 'outputTokens'): number =>
    costs.reduce((all, cost) => all + (cost[name] ?? 0), 0);
  return { input: sum('inputTokens'), cached: sum('cachedTokens'), output: sum('outputTokens') };
}

/** What the model reported for the conversation. */
function tokensSeen({ model, id }: Play): Tokens {
  // OpenCode does not report the cost of its titles.
  const counted = model.seen.filter(({ isMain }) => isMain || id !== 'opencode');
  const sum = (name: keyof Tokens): number => counted.reduce((all, { usage }) => all + (usage?.[name] ?? 0), 0);
  return { input: sum('input'), cached: sum('cached'), output: sum('output') };
}
