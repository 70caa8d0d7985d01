import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refused } from '../../server/src/operations/errorCodes.js';
import { carryOutOn, type OperationResult } from '../support/checkOperation.js';
import { describeWithShared } from '../support/shared.js';

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
        const result = await carryOut({ [boardPath]: before }, inputOf(command)[0] ?? ['', {}]);
        const after = result instanceof Refused ? undefined : result.changed[boardPath];
        if (after === undefined) continue;
        ticks++;
        const lines = after.split('\n');
        expect(before.split('\n').filter((line, index) => line !== lines[index])).toEqual([
          expect.stringMatching(/^- \[ \] /u),
        ]);
      }
    expect(ticks).toBeGreaterThan(3);
  });
});

/** The operations that together do what a command of PactKit does, which sorts the board after every tick. */
function inputOf([name, ...words]: Command): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  const [item = '', second = '', third = ''] = words;
  switch (name) {
    case 'add_story': {
      const task = third.split('|').filter((text) => text.trim() !== '');
      return [['board add', { item, title: second, task }]];
    }
    case 'update_task':
      return [
        ['board tick', { item, task: words.slice(1).join(' ') }],
        ['board sort', {}],
      ];
    case 'fix_board':
      return [['board sort', {}]];
    case 'move_story':
      return [['board move', { items: [item], section: second }]];
    case 'archive':
      return [['board archive', { allDone: true }]];
    case 'list_stories':
      return [['board list', {}]];
    default:
      throw new Error(`what is ${name}?`);
  }
}

async function carryOut(
  files: Readonly<Record<string, string>>,
  [operation, input]: readonly [string, Readonly<Record<string, unknown>>],
): Promise<OperationResult | Refused> {
  try {
    return await carryOutOn({ operation, input, files, now });
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

async function ourOutcome({ before, commands }: Case): Promise<Outcome> {
  let files: Readonly<Record<string, string>> = { [boardPath]: before };
  let refused = false;
  let rows: readonly string[] | undefined;
  for (const operation of commands.flatMap(inputOf)) {
    const result = await carryOut(files, operation);
    if (result instanceof Refused) {
      refused = true;
      break;
    }
    const changed = Object.entries(result.changed).flatMap(([path, text]) =>
      text === undefined ? [] : [[path, text]],
    );
    files = { ...files, ...(Object.fromEntries(changed) as Record<string, string>) }; // pairs of texts
    if (operation[0] === 'board list') rows = rowsOf(result.plan.answer.data);
  }
  return outcomeOf(files[boardPath] ?? '', files[archivePath], rows, refused);
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

/** Our list in the words of theirs: by id, with what the boxes say. */
function rowsOf(data: Readonly<Record<string, unknown>>): readonly string[] {
  const { sections } = data as {
    sections: readonly {
      entries: readonly { item: string | null; title: string; ticked: number; tasks: readonly unknown[] }[];
    }[];
  }; // what `board list` answers
  return sections
    .flatMap(({ entries }) => entries)
    .map(({ item, title, ticked, tasks: { length } }) => {
      const state = ticked === 0 ? 'BACKLOG' : ticked === length ? 'DONE' : 'IN_PROGRESS';
      return `${item ?? ''} | ${title} | ${ticked}/${length} | ${state}`;
    })
    .toSorted();
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
