import fc from 'fast-check';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { clearSessions, oldSessions } from '../../../server/src/execution/agents/clearSessions.js';
import { newSessionId } from '../../../server/src/execution/agents/sessionLog.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 5, 1);

const started = (id: string, folder: string): string =>
  `${JSON.stringify({
    kind: 'start',
    at: 1,
    start: { id, agent: 'claude', mode: 'headless', access: 'write', round: 1, folder, command: ['x'] },
    keeper: { pid: 1, startedAt: '' },
  })}\n`;
const ended = `${JSON.stringify({ kind: 'end', at: 9, code: 0, end: { kind: 'finished', message: '' } })}\n`;
const waits = `${JSON.stringify({ kind: 'event', at: 5, event: { kind: 'waiting', why: 'May I?' } })}\n`;

interface Place {
  readonly logs: string;
  readonly folder: string;
  readonly left: () => Promise<readonly string[]>;
}

/** Sessions by how many days ago they began, each with its prompt and its files. */
function place(sessions: readonly (readonly [id: string, rest: string])[]): Place {
  const prompts = sessions.map(([id]) => [`.pactwright/local/prompts/${id}.md`, 'Do it.']);
  const folder = temporaryFolder(Object.fromEntries(prompts) as Record<string, string>);
  const logs = temporaryFolder(
    Object.fromEntries(
      sessions.flatMap(([id, rest]) => [
        [`${id}.jsonl`, `${started(id, folder)}${rest}`],
        [`${id}/settings.json`, '{}'],
      ]),
    ),
  );
  return {
    logs,
    folder,
    left: async () => {
      await clearSessions(testMachine(), logs, now);
      const kept = readdirSync(path.join(folder, '.pactwright/local/prompts')).map((name) =>
        name.replace(/\.md$/u, ''),
      );
      expect(readdirSync(logs).sort()).toEqual(kept.flatMap((id) => [id, `${id}.jsonl`]).sort());
      return kept.sort();
    },
  };
}

const idOf = (daysAgo: number): string => newSessionId(now - daysAgo * day, 'act', 'STORY-042');
const many = (count: number, daysAgo: number): readonly (readonly [string, string])[] =>
  Array.from({ length: count }, (_, index) => [idOf(daysAgo + index / 1000), ended] as const);

describe('what sessions left', () => {
  it('is cleared where they ended long ago, and enough newer ones are there', async () => {
    const old = many(3, 100);
    const newer = many(50, 40);
    expect(await place([...old, ...newer]).left()).toEqual(newer.map(([id]) => id).sort());
  });

  it('is kept of those that run, wait or are lost', async () => {
    const open = [
      [idOf(300), ''],
      [idOf(200), waits],
    ] as const;
    const newer = many(50, 40);
    expect(await place([...open, ...many(2, 100), ...newer]).left()).toEqual(
      [...open, ...newer].map(([id]) => id).sort(),
    );
  });

  it('is kept of all that are young, however many', async () => {
    const young = many(80, 1);
    expect(await place([...young, ...many(1, 31)]).left()).toEqual(young.map(([id]) => id).sort());
  });

  it('is gone on with where it was broken off, or where the folder of the work is gone', async () => {
    const [broken = ['', ''], ...others] = many(2, 100);
    const { logs, folder, left } = place([broken, ...others, ...many(50, 40)]);
    rmSync(path.join(folder, `.pactwright/local/prompts/${broken[0]}.md`));
    rmSync(path.join(logs, broken[0]), { recursive: true });
    const gone = idOf(200);
    writeFileSync(path.join(logs, `${gone}.jsonl`), `${started(gone, path.join(folder, 'gone'))}${ended}`);
    expect(await left()).toHaveLength(50);
  });

  it('is cleared of all others where that of one cannot be, which is said', async () => {
    const [stuck = ['', ''], ...others] = [...many(1, 200), ...many(2, 100)];
    const { logs, folder } = place([stuck, ...others, ...many(50, 40)]);
    const prompt = path.join(folder, `.pactwright/local/prompts/${stuck[0]}.md`);
    rmSync(prompt);
    mkdirSync(prompt);
    await expect(clearSessions(testMachine(), logs, now)).rejects.toThrow(prompt);
    expect(existsSync(path.join(logs, `${stuck[0]}.jsonl`))).toBe(true);
    for (const [id] of others) expect(existsSync(path.join(logs, `${id}.jsonl`))).toBe(false);
  });

  it('is not looked for behind a link', async () => {
    const [one = ['', '']] = many(1, 100);
    const { logs, folder } = place([one, ...many(50, 40)]);
    const elsewhere = temporaryFolder({ [`prompts/${one[0]}.md`]: 'mine' });
    rmSync(path.join(folder, '.pactwright/local'), { recursive: true });
    symlinkSync(elsewhere, path.join(folder, '.pactwright/local'));
    await clearSessions(testMachine(), logs, now);
    expect(existsSync(path.join(elsewhere, `prompts/${one[0]}.md`))).toBe(true);
    expect(existsSync(path.join(logs, `${one[0]}.jsonl`))).toBe(false);
  });
});

it('old are never the newest fifty, never those of thirty days, and else all', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 90 }), (ages) => {
      const ids = ages.map(idOf);
      const old = new Set(oldSessions([...ids.map((id) => `${id}.jsonl`), 'other.txt'], now));
      const sorted = [...ids].sort().reverse();
      sorted.forEach((id, place) => {
        const age = ages[ids.indexOf(id)] ?? 0;
        expect(old.has(id)).toBe(place >= 50 && age > 30);
      });
    }),
    { numRuns: 30 },
  );
});
