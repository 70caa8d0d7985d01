import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSessionReader, type SessionReader } from '../../../server/src/execution/agents/sessionReader.js';
import { readLog } from '../../../server/src/host/logFile.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const idOf = (number: number): string => `20260301-1415${String(number).padStart(2, '0')}-act-STORY-042-1f3a`;

const start = (id: string, at = 1): string => {
  const told = { id, agent: 'claude', mode: 'interactive', access: 'write', round: 1, folder: '/w', command: ['x'] };
  return `${JSON.stringify({ kind: 'start', at, start: told, keeper: { pid: 1, startedAt: '' } })}\n`;
};
const end = `${JSON.stringify({ kind: 'end', at: 9, code: 0, end: { kind: 'finished', message: '' } })}\n`;
const tool = `${JSON.stringify({ kind: 'event', at: 2, event: { kind: 'tool', tool: 'é'.repeat(50) } })}\n`;

/** Notes how many bytes were read, one number for each read. */
function counting(): { readonly reader: SessionReader; readonly reads: number[] } {
  const reads: number[] = [];
  const reader = createSessionReader(testMachine(), async (...where: Parameters<typeof readLog>) => {
    const bytes = await readLog(...where);
    reads.push(bytes.length);
    return bytes;
  });
  return { reader, reads };
}

describe('the logs of sessions', () => {
  it('are read once, and then what is new of them alone', async () => {
    const [first, second] = [idOf(1), idOf(2)];
    const logs = temporaryFolder({
      [`${first}.jsonl`]: `${start(first)}${end}`,
      [`${second}.jsonl`]: start(second),
      'other.txt': 'x',
      'other.jsonl': 'x',
    });
    const { reader, reads } = counting();
    expect(await reader.read(logs)).toMatchObject([{ id: second }, { id: first, state: 'finished' }]);
    expect(reads).toHaveLength(2);
    await reader.read(logs);
    expect(reads).toHaveLength(2);
    appendFileSync(path.join(logs, `${second}.jsonl`), end);
    expect(await reader.read(logs)).toMatchObject([{ id: second, state: 'finished' }, {}]);
    expect(reads.slice(2)).toEqual([end.length]);
  });

  it('are told newest first, also where they began within one second', async () => {
    const [early, late] = ['20260301-141502-run-ffff', '20260301-141502-run-0000'];
    const logs = temporaryFolder({ [`${early}.jsonl`]: start(early, 100), [`${late}.jsonl`]: start(late, 900) });
    expect((await counting().reader.read(logs)).map(({ id }) => id)).toEqual([late, early]);
  });

  it('are read to the end of a line: what is cut off, be it within a character, is read again', async () => {
    const id = idOf(1);
    const logs = temporaryFolder({ [`${id}.jsonl`]: start(id) });
    const file = path.join(logs, `${id}.jsonl`);
    const { reader } = counting();
    const bytes = Buffer.from(end.replace('"message":""', `"message":"${'é'.repeat(50)}"`));
    for (const byte of bytes) {
      appendFileSync(file, Buffer.of(byte));
      await reader.read(logs);
    }
    expect(await reader.read(logs)).toMatchObject([{ note: 'é'.repeat(50) }]);
  });

  it('are forgotten when they are gone, and read anew when they are others', async () => {
    const id = idOf(1);
    const logs = temporaryFolder({ [`${id}.jsonl`]: `${start(id)}${tool}${end}` });
    const file = path.join(logs, `${id}.jsonl`);
    const { reader, reads } = counting();
    await reader.read(logs);
    writeFileSync(file, start(id));
    expect(await reader.read(logs)).toMatchObject([{ state: 'lost' }]);
    rmSync(file);
    expect(await reader.read(logs)).toEqual([]);
    expect(await reader.read(path.join(logs, 'gone'))).toEqual([]);
    expect(reads).toHaveLength(2);
  });

  it('are the newest ones', async () => {
    const ids = Array.from({ length: 260 }, (_, number) => `20260301-${String(140000 + number)}-act-1f3a`);
    const logs = temporaryFolder(Object.fromEntries(ids.map((id) => [`${id}.jsonl`, start(id)])));
    const found = await counting().reader.read(logs);
    expect(found).toHaveLength(200);
    expect(found[0]?.id).toBe(ids.at(-1));
  });
});
