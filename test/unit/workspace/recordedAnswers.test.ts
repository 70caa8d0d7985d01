import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockingFileSystem, fileSystem } from '../../../server/src/host/fileSystem.js';
import type { FileSystem } from '../../../server/src/workspace/ports.js';
import { haveSameAnswers, type RecordedAnswer, recordAnswers } from '../../../server/src/workspace/recordedAnswers.js';
import { createMemoryFiles } from '../../support/memoryFiles.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

type Question = (files: FileSystem, folder: string) => unknown;

const read =
  (name: string, maxBytes = 10): Question =>
  (files, folder) =>
    files.read(path.join(folder, name), { within: folder, maxBytes });
const list: Question = (files, folder) => files.list(folder);
const kindOf: Question = (files, folder) => files.kindOf(path.join(folder, 'a.md'));
const realPath: Question = (files, folder) => files.realPath(path.join(folder, 'link'));

type Act = (folder: string) => void;

const nothing: Act = () => undefined;
const write =
  (name: string, text: string): Act =>
  (folder) => {
    writeFiles(folder, { [name]: text });
  };
const remove =
  (name: string): Act =>
  (folder) => {
    rmSync(path.join(folder, name), { recursive: true });
  };
const toFolder =
  (name: string): Act =>
  (folder) => {
    rmSync(path.join(folder, name), { force: true });
    mkdirSync(path.join(folder, name));
  };
const lead =
  (to: string): Act =>
  (folder) => {
    rmSync(path.join(folder, 'link'));
    symlinkSync(to, path.join(folder, 'link'));
  };

/** What is done to the folder between asking and asking again, and whether the answer is the same then. */
const cases: readonly (readonly [what: string, question: Question, act: Act, same: boolean])[] = [
  ['nothing', read('a.md'), nothing, true],
  ['the same written again', read('a.md'), write('a.md', 'text'), true],
  ['as many other bytes', read('a.md'), write('a.md', 'tex!'), false],
  ['another file', read('a.md'), write('b.md', 'b'), true],
  ['a file gone', read('a.md'), remove('a.md'), false],
  ['a file come', read('b.md'), write('b.md', ''), false],
  ['nothing, where nothing is', read('b.md'), nothing, true],
  ['a folder in its place', read('b.md'), toFolder('b.md'), false],
  ['more than is read', read('a.md', 4), write('a.md', 'texts'), false],
  ['even more than is read', read('long.md', 4), write('long.md', 'more than before'), false],
  ['nothing', list, nothing, true],
  ['a file changed', list, write('a.md', 'other'), true],
  ['a file come', list, write('b.md', ''), false],
  ['a file gone', list, remove('a.md'), false],
  ['a folder for a file', list, toFolder('a.md'), false],
  ['all gone', list, remove('.'), false],
  ['nothing', kindOf, nothing, true],
  ['a file gone', kindOf, remove('a.md'), false],
  ['a folder for a file', kindOf, toFolder('a.md'), false],
  ['nothing', realPath, nothing, true],
  ['a link gone', realPath, remove('link'), false],
  ['a link that leads elsewhere', realPath, lead('long.md'), false],
];

it('tells a folder that cannot be read from one that is empty', async () => {
  const files = createMemoryFiles();
  const answers: RecordedAnswer[] = [];
  await recordAnswers(files, (answer) => answers.push(answer)).list('/p');
  expect(await haveSameAnswers(answers, files)).toBe(true);
  files.unlisted.set('/p', 'permission denied');
  expect(await haveSameAnswers(answers, files)).toBe(false);
});

describe.each([
  ['fileSystem', fileSystem],
  ['blockingFileSystem', blockingFileSystem],
])('the answers of %s', (_, files) => {
  it.skipIf(process.platform === 'win32').each(cases)('after %s (%#)', async (_what, question, act, same) => {
    const folder = temporaryFolder({ 'a.md': 'text', 'long.md': 'more than ten bytes' });
    symlinkSync('a.md', path.join(folder, 'link'));
    const answers: RecordedAnswer[] = [];
    const recording = recordAnswers(files, (answer) => answers.push(answer));
    expect(recording.blocking).toBe(files.blocking);
    expect(await question(recording, folder)).toEqual(await question(files, folder));
    expect(answers).toHaveLength(1);
    act(folder);
    expect(await haveSameAnswers(answers, files)).toBe(same);
    // Nothing of it is lost where it is written down.
    expect(await haveSameAnswers(JSON.parse(JSON.stringify(answers)) as RecordedAnswer[], files)).toBe(same);
  });
});
