import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../support/runCli.js';
import { describeWithShared } from '../support/shared.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

type Command = readonly [name: string, ...words: readonly string[]];

interface Answer {
  readonly results: readonly { readonly outcome?: 'ok' | 'error'; readonly rows?: readonly string[] }[];
  readonly after: string;
  readonly archive: Readonly<Record<string, string>>;
}

interface Case {
  readonly name: string;
  readonly before: string;
  readonly commands: readonly Command[];
  readonly peer_2_10_6: Answer;
  readonly peer_2_20_0: Answer | 'same';
}

/** What comes of a case: the lines of board and archive that are not blank, line ends included, and whether something was refused. */
interface Outcome {
  readonly board: readonly string[];
  readonly archive?: readonly string[];
  readonly rows?: readonly string[];
  readonly refused?: true;
}

/** Where our outcome is another one: the number of PactKit's defect, or why else. */
interface Deviation {
  readonly case: string;
  readonly ours: Outcome;
  readonly bug?: number;
  readonly reason?: string;
}

const deviations = readJson(join(import.meta.dirname, 'boardDeviations.json')) as readonly Deviation[]; // checked below

const boardPath = 'docs/product/sprint_board.md';
const archivePath = 'docs/product/archive/archive_202603.md';
const now = new Date(2026, 2, 15, 12).getTime();

describe('the deviations of board operations', () => {
  it.each(deviations)('$case: says why', ({ bug, reason }) => {
    if (bug === undefined) expect(reason?.length ?? 0).toBeGreaterThan(20);
    else expect(bug).toSatisfy((number: number) => Number.isInteger(number) && number >= 14 && number <= 19);
  });
});

describeWithShared('PactKit’s board', ['fixtures', 'board-cases.json'], (file) => {
  const { cases } = file === '' ? { cases: [] } : (readJson(file) as { cases: readonly Case[] }); // its `_meta` describes it

  it('is ours up to blank lines, but for the deviations listed', async () => {
    expect(cases.length).toBeGreaterThan(20);
    const found: Pick<Deviation, 'case' | 'ours'>[] = [];
    for (const one of cases) {
      expect(one.peer_2_20_0).toBe('same');
      const ours = await ourOutcome(one);
      if (JSON.stringify(ours) !== JSON.stringify(theirOutcome(one.peer_2_10_6))) found.push({ case: one.name, ours });
    }
    expect(found).toEqual(deviations.map(({ case: name, ours }) => ({ case: name, ours })));
  });

  it('is not sorted by a tick: one character changes', async () => {
    let ticks = 0;
    for (const { before, commands } of cases)
      for (const command of commands.filter(([name]) => name === 'update_task')) {
        const cwd = temporaryFolder({ 'docs/specs/README.md': '', [boardPath]: before });
        await run({ cwd, now }, 'pactkit', 'board', ...command);
        const after = textIn(cwd, boardPath) ?? '';
        if (after === before) continue;
        ticks++;
        const lines = after.split('\n');
        expect(before.split('\n').filter((line, index) => line !== lines[index])).toEqual([
          expect.stringMatching(/^- \[ \] /u),
        ]);
      }
    expect(ticks).toBeGreaterThan(3);
  });
});

/** Plays the commands of a case through `pactwright pactkit board`, up to the first that is refused. */
async function ourOutcome({ before, commands }: Case): Promise<Outcome> {
  const cwd = temporaryFolder({ 'docs/specs/README.md': '', [boardPath]: before });
  let refused = false;
  let rows: readonly string[] | undefined;
  for (const words of commands) {
    const { code, out, err } = await run({ cwd, now }, 'pactkit', 'board', ...words);
    refused = code !== 0;
    expect(out.startsWith('❌'), `${words.join(' ')}: ${out}${err}`).toBe(refused);
    if (refused) break;
    if (words[0] === 'list_stories') rows = out.trim().split('\n');
  }
  return outcomeOf(textIn(cwd, boardPath) ?? '', textIn(cwd, archivePath), rows, refused);
}

function textIn(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function theirOutcome({ after, archive, results }: Answer): Outcome {
  const failed = results.some(({ outcome }) => outcome === 'error');
  return outcomeOf(after, archive['archive_YYYYMM.md'], results.find(({ rows }) => rows)?.rows, failed);
}

function outcomeOf(
  board: string,
  archive: string | undefined,
  rows: readonly string[] | undefined,
  refused: boolean,
): Outcome {
  const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
  return {
    board: lines(board),
    ...(archive === undefined ? {} : { archive: lines(archive) }),
    ...(rows ? { rows } : {}),
    ...(refused ? { refused: true } : {}),
  };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
