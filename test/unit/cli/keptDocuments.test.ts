import { readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockingFileSystem } from '../../../server/src/host/fileSystem.js';
import type { FileSystem } from '../../../server/src/workspace/ports.js';
import { shortHash } from '../../../server/src/base/contentHash.js';
import { type LintAgain, lintAgain } from '../../support/lintAgain.js';
import { brokenSpec, cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const one = 'docs/specs/STORY-001.md';
const two = 'docs/specs/STORY-002.md';
const board = 'docs/product/sprint_board.md';
const texts = {
  [one]: cleanSpec('STORY-001'),
  [two]: brokenSpec('STORY-002'),
  [board]:
    '# Sprint Board\n\n## 🔄 In Progress\n\n### [STORY-001] Keep the cart\n\n- [ ] Model\n\n### [STORY-002] Keep the cart\n\n- [ ] Model\n',
};
/** It has a finding of its own, and still makes use of what the first did. */
const otherwise = texts[one].replace('## Background', '## Backgrounds');
/** By then, what was written just now has not been changed lately. */
const later = (): number => Date.now() + 3_600_000;

interface Place {
  readonly cwd: string;
  readonly cache: string;
}

const place = (): Place => ({ cwd: temporaryFolder(texts), cache: temporaryFolder() });

/** Runs `lint` another way each time, so that what it says is not what a whole run has kept. */
let runsSoFar = 0;
async function lint(
  { cwd, cache }: Place,
  now = later(),
  files: Partial<FileSystem> = {},
): Promise<LintAgain & { readonly read: readonly string[] }> {
  const read: string[] = [];
  const all: FileSystem = { ...blockingFileSystem, ...files };
  const noting: FileSystem = {
    ...all,
    read: (file, options) => {
      read.push(path.relative(cwd, file).replaceAll(path.sep, '/'));
      return all.read(file, options);
    },
  };
  const said = await lintAgain(cache, { cwd, now, files: noting }, '--max-warnings', String(1_000 + runsSoFar++));
  return { ...said, read: read.filter((file) => Object.hasOwn(texts, file)).sort() };
}

const anew = async ({ cwd }: Place): Promise<object> => {
  const { code, out, err } = await run({ cwd }, 'lint');
  return { code, out, err, recalled: false };
};

/** What is kept of the documents of the only project. */
function keptFile({ cache }: Place): string {
  const folder = path.join(cache, 'pactwright', 'documents');
  const names = readdirSync(folder);
  expect(names).toHaveLength(1);
  return path.join(folder, names[0] ?? '');
}

describe('lint of documents that were judged before', () => {
  it('opens those alone that have changed, and says the same', async () => {
    const here = place();
    await lint(here);
    const again = await lint(here);
    expect(again.read).toEqual([]);
    expect(again).toMatchObject(await anew(here));
    writeFiles(here.cwd, { [one]: otherwise });
    const changed = await lint(here);
    expect(changed.read).toEqual([board, one]);
    expect(changed).toMatchObject(await anew(here));
  });

  it('judges one document where an edit changes nothing that others ask for, and its item where it is judged next', async () => {
    const here = place();
    const cases = 'docs/test_cases/STORY-001.md';
    writeFiles(here.cwd, { [cases]: '# Test Cases: STORY-001\n\n## TC-1: Reload (AC1)\n\n- **Given** a cart\n' });
    await lint(here);
    writeFiles(here.cwd, { [two]: texts[two].replace('## Background', '## Background\n\nMore of it.') });
    expect((await lint(here)).read).toEqual([board, two]);
    // Only the test case is judged; what was said of the spec is no longer known to hold.
    writeFiles(here.cwd, { [cases]: '# Test Cases: STORY-001\n\n## TC-1: Reload (AC9)\n\n- **Given** a cart\n' });
    const now = later();
    await lintAgain(here.cache, { cwd: here.cwd, now }, 'docs/test_cases');
    expect(await lint(here)).toMatchObject(await anew(here));
  });

  it('opens none where an entry moves on the board, and says what leads there anew', async () => {
    const here = place();
    writeFiles(here.cwd, { [one]: cleanSpec('STORY-001').replace('In Progress', 'Done') });
    await lint(here);
    writeFiles(here.cwd, { [board]: texts[board].replace('\n\n##', '\n\nA remark.\n\n##') });
    const moved = await lint(here);
    expect(moved.read).toEqual([board, one]);
    expect(moved).toMatchObject(await anew(here));
    writeFiles(here.cwd, { [board]: texts[board], [one]: texts[one] });
    await lint(here);
    writeFiles(here.cwd, { [board]: texts[board].replace('\n\n##', '\n\nA remark.\n\n##') });
    expect((await lint(here)).read).toEqual([board]);
  });

  it('reports the board again if what it leads to has moved to another line', async () => {
    const here = place();
    const named = cleanSpec('STORY-001').replace('# STORY-001: ', '# STORY-001: Drop the sessions of ');
    const say = (): Promise<LintAgain> => lintAgain(here.cache, { cwd: here.cwd, now: later() }, '--format', 'json');
    writeFiles(here.cwd, { [one]: `x\n\n${named}` });
    expect((await say()).out).toContain('PW618');
    writeFiles(here.cwd, { [one]: `\n\n\n${named}` });
    const { out } = await run({ cwd: here.cwd }, 'lint', '--format', 'json');
    expect(await say()).toMatchObject({ out, recalled: false });
  });

  it('reads, and does not believe the times of, what had changed just before', async () => {
    const here = place();
    await lint(here, Date.now());
    const again = await lint(here, Date.now());
    expect(again.read).toEqual([board, one, two]);
    expect((await lint(here)).read).toEqual([board, one, two]);
    expect((await lint(here)).read).toEqual([]);
  });

  it('finds another text of the same length and time', async () => {
    const here = place();
    await lint(here);
    const { atime, mtime } = statSync(path.join(here.cwd, one));
    writeFiles(here.cwd, { [one]: texts[one].replace('(MUST)', '(MUSS)') });
    utimesSync(path.join(here.cwd, one), atime, mtime);
    expect(await lint(here)).toMatchObject(await anew(here));
  });

  it('finds a file that another one was put in the place of', async () => {
    const here = place();
    await lint(here);
    renameSync(path.join(here.cwd, two), path.join(here.cwd, one));
    expect(await lint(here)).toMatchObject(await anew(here));
  });

  it('judges all anew where a document changes while it is judged', async () => {
    const here = place();
    await lint(here);
    // The board makes it ask for the spec, which is no longer what its stamp says.
    writeFiles(here.cwd, { [board]: '# Sprint Board\n' });
    const file = path.join(here.cwd, one);
    const before = blockingFileSystem.stamp?.(file, { within: here.cwd, maxBytes: 1_000_000 });
    writeFiles(here.cwd, { [one]: brokenSpec('STORY-001') });
    const stamp: FileSystem['stamp'] = (wanted, options) =>
      wanted === file ? before : blockingFileSystem.stamp?.(wanted, options);
    expect(await lint(here, later(), { stamp })).toMatchObject(await anew(here));
  });

  it('judges anew where what was kept is damaged, or written by somebody else', async () => {
    const here = place();
    const first = await lint(here);
    const file = keptFile(here);
    const text = readFileSync(file, 'utf8');
    const body = text.slice(text.indexOf('\n') + 1, -1);
    const whole = (content: string): string => `${content.length} ${shortHash(content)}\n${content}\n`;
    for (const damaged of [
      '',
      text.slice(0, -1),
      text.replace('E004', 'E005'),
      `\n${text}`,
      whole('{}'),
      whole('x'),
      whole(body.replaceAll('"further"', '"farther"')),
    ]) {
      writeFileSync(file, damaged);
      const { code, out, err } = first;
      expect(await lint(here)).toMatchObject({ code, out, err, recalled: false });
    }
  });

  it.skipIf(process.platform === 'win32')('keeps it for its owner alone', async () => {
    const here = place();
    await lint(here);
    expect(statSync(keptFile(here)).mode & 0o777).toBe(0o600);
  });

  it('keeps what is known of other documents where a part is looked at', async () => {
    const here = place();
    await lint(here);
    writeFiles(here.cwd, { [one]: otherwise });
    await lintAgain(here.cache, { cwd: here.cwd, now: later() }, board);
    expect((await lint(here)).read).toEqual([board, one]);
  });
});
