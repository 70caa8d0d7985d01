import { describe, expect, it } from 'vitest';
import { createProjectIndex, type IndexChange, type ProjectIndex } from '../../../server/src/workspace/index.js';
import { createParsedTexts } from '../../../server/src/workspace/parsedTexts.js';
import { createMemoryFiles, type MemoryFiles } from '../../support/memoryFiles.js';

const spec = (id: string, title = 'Title'): string =>
  `# ${id}: ${title}\n\n| Field | Value |\n|---|---|\n| ID | ${id} |\n`;
const story1 = 'docs/specs/STORY-001.md';
const story2 = 'docs/specs/STORY-002.md';
const board = 'docs/product/sprint_board.md';
const config = '.pactwright/config.yaml';

interface Loaded {
  readonly files: MemoryFiles;
  readonly index: ProjectIndex;
  readonly change: IndexChange;
}

/** An index of a project at `/p`, read once; the reads so far are forgotten. */
async function load(
  texts: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<Parameters<typeof createProjectIndex>[0]> = {},
): Promise<Loaded> {
  const files = createMemoryFiles(
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [`/p/${path}`, text])),
  );
  const index = createProjectIndex({ root: '/p', files, ...options });
  const change = await index.load();
  files.reads.length = 0;
  return { files, index, change };
}

const paths = (index: ProjectIndex): string[] => index.project().documents.map(({ path }) => path);
const unchanged: IndexChange = { changed: [], removed: [], configuration: false };

describe('createProjectIndex', () => {
  it('takes what this process has parsed before while the text is the same', async () => {
    const parsed = createParsedTexts();
    const read = async (title: string) =>
      (await load({ [story1]: spec('STORY-001', title) }, { parsed })).index.document(story1);
    const first = await read('One');
    expect(await read('One')).toBe(first);
    const other = await read('Other');
    expect(other?.text).toBe(spec('STORY-001', 'Other'));
    expect(await read('Other')).toBe(other);
  });

  it('reads every kind of document at its place and nothing else', async () => {
    const texts = [
      config,
      '.claude/pactkit.yaml',
      'docs/architecture/governance/lessons.md',
      'docs/architecture/governance/rules.md',
      'docs/product/archive/archive_202601.md',
      'docs/product/context.md',
      board,
      story1,
      'docs/test_cases/STORY-001_case.md',
      'docs/test_cases/login.feature',
    ];
    const others = ['README.md', 'docs/specs/notes.md', 'docs/specs/old/STORY-003.md', 'docs/specs/STORY-001.md.bak'];
    const { index, change } = await load(Object.fromEntries([...texts, ...others].map((path) => [path, ''])));
    expect(paths(index)).toEqual([...texts].sort());
    expect([...change.changed].sort()).toEqual([...texts].sort());
  });

  it('looks for documents where the configuration says', async () => {
    const { index } = await load({
      [config]: 'paths:\n  specs: requirements\n',
      'requirements/STORY-001.md': spec('STORY-001'),
      [story2]: spec('STORY-002'),
    });
    expect(paths(index)).toEqual([config, 'requirements/STORY-001.md']);
  });

  it('never has more than 20 reads under way', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 100 }, (_, number) => [`docs/specs/STORY-${number}.md`, spec(`STORY-${number}`)]),
    );
    const { files, index } = await load(texts);
    expect(index.project().documents).toHaveLength(100);
    expect(files.mostAtOnce()).toBe(20);
  });

  it('reads one file for one change and keeps all other documents', async () => {
    const { files, index } = await load({
      [story1]: spec('STORY-001'),
      [story2]: spec('STORY-002'),
      [board]: '# Board',
    });
    const before = index.document(story2);
    files.texts.set(`/p/${story1}`, spec('STORY-001', 'New'));
    expect(await index.update(story1)).toEqual({ changed: [story1], removed: [], configuration: false });
    expect(files.reads).toEqual([`/p/${story1}`]);
    expect(index.document(story1)?.text).toContain('New');
    expect(index.document(story2)).toBe(before);
  });

  it('keeps the very document and project while texts stay the same', async () => {
    const { index } = await load({ [story1]: spec('STORY-001'), [config]: 'rules:\n  E005: off\n' });
    const document = index.document(story1);
    const project = index.project();
    const configuration = index.configuration();
    expect(await index.update(story1)).toEqual(unchanged);
    expect(await index.load()).toEqual(unchanged);
    expect(await index.setOverlay(story1, spec('STORY-001'))).toEqual(unchanged);
    expect(await index.clearOverlay(story1)).toEqual(unchanged);
    expect(index.document(story1)).toBe(document);
    expect(index.project()).toBe(project);
    expect(index.configuration()).toBe(configuration);
  });

  it('follows files that come and go', async () => {
    const { files, index } = await load({ [story1]: spec('STORY-001') });
    files.texts.set(`/p/${story2}`, spec('STORY-002'));
    expect(await index.update(story2)).toEqual({ changed: [story2], removed: [], configuration: false });
    files.texts.delete(`/p/${story1}`);
    expect(await index.update(story1)).toEqual({ changed: [], removed: [story1], configuration: false });
    expect(paths(index)).toEqual([story2]);
  });

  it('follows a folder that is renamed away and back', async () => {
    const { files, index } = await load({ [story1]: spec('STORY-001'), [story2]: spec('STORY-002'), [board]: '' });
    const texts = new Map(files.texts);
    for (const path of [story1, story2]) files.texts.delete(`/p/${path}`);
    expect((await index.update('docs/specs')).removed).toEqual([story1, story2]);
    expect(paths(index)).toEqual([board]);
    for (const [path, text] of texts) files.texts.set(path, text);
    expect((await index.update('docs')).changed).toEqual([story1, story2]);
  });

  it('asks the disk nothing about what is no document', async () => {
    const { files, index } = await load({ [story1]: spec('STORY-001') });
    for (const path of ['src/main.ts', 'docs/specs/notes.md', 'docs/specification', 'docs/specs/old'])
      expect(await index.update(path), path).toEqual(unchanged);
    expect(files.reads).toEqual([]);
  });

  it('takes the text of an open document for what the disk says, until it is closed', async () => {
    const { files, index } = await load({ [story1]: spec('STORY-001') });
    expect((await index.setOverlay(story1, '# typed')).changed).toEqual([story1]);
    files.texts.set(`/p/${story1}`, '# saved by another program');
    expect(await index.update(story1)).toEqual(unchanged);
    expect(index.document(story1)?.text).toBe('# typed');
    expect(files.reads).toEqual([]);
    await index.load();
    expect(index.document(story1)?.text).toBe('# typed');
    await index.clearOverlay(story1);
    expect(index.document(story1)?.text).toBe('# saved by another program');
  });

  it('has an open document that was never saved, until it is closed', async () => {
    const { index } = await load({ [story1]: spec('STORY-001') });
    await index.setOverlay(story2, spec('STORY-002'));
    await index.load();
    expect(paths(index)).toEqual([story1, story2]);
    expect(await index.clearOverlay(story2)).toEqual({ changed: [], removed: [story2], configuration: false });
  });

  it('lets the last of many texts win, however they overtake each other', async () => {
    const { index } = await load({ [story1]: spec('STORY-001') });
    await Promise.all([
      ...Array.from({ length: 30 }, (_, number) => index.setOverlay(story1, `# text ${number}`)),
      index.load(),
      index.update(story1),
    ]);
    expect(index.document(story1)?.text).toBe('# text 29');
  });

  describe('a file that is no text', () => {
    const unreadable = (index: ProjectIndex, path: string): readonly string[] | undefined =>
      index.document(path)?.problems.map(({ kind, message }) => `${kind}: ${message}`);

    it.each([
      ['binary', { kind: 'file', bytes: Uint8Array.of(1, 0, 2) }, /binary/],
      ['not UTF-8', { kind: 'file', bytes: Uint8Array.of(0xe9) }, /not valid UTF-8/],
      ['a folder', { kind: 'directory' }, /a folder where a file is expected/],
      ['a link out of the project', { kind: 'outside', target: '/etc/passwd' }, /link points out of the project/],
      ['too large', { kind: 'tooLarge', size: 30 * 1024 * 1024 }, /30\.0 MB/],
      ['not readable', { kind: 'error', message: 'permission denied' }, /cannot be read \(permission denied\)/],
    ] as const)('is a document that says so: %s', async (_, answer, message) => {
      const { files, index } = await load({ [story1]: spec('STORY-001'), [story2]: '' });
      files.answers.set(`/p/${story2}`, answer);
      expect((await index.update(story2)).changed).toEqual([story2]);
      const said = unreadable(index, story2);
      expect(said).toHaveLength(1);
      expect(said?.[0]).toMatch(/^unreadable: /);
      expect(said?.[0]).toMatch(message);
      expect(index.document(story1)?.problems).toEqual([]);
      expect(await index.update(story2)).toEqual(unchanged);
      files.answers.delete(`/p/${story2}`);
      await index.update(story2);
      expect(unreadable(index, story2)).toEqual([]);
    });
  });

  it('reads a board of more than a megabyte, but no spec', async () => {
    const long = 'x'.repeat(1024 * 1024 + 1);
    const { index } = await load({ [story1]: '', [board]: '' });
    for (const path of [story1, board]) await index.setOverlay(path, long);
    expect(index.document(board)?.text).toBe(long);
    expect(index.document(story1)?.problems.map(({ kind }) => kind)).toEqual(['unreadable']);
  });

  it('looks at a folder with the name of a spec', async () => {
    const { index } = await load({ [`${story1}/note.txt`]: '' });
    expect(index.document(story1)?.problems.map(({ kind }) => kind)).toEqual(['unreadable']);
  });

  describe('a folder that cannot be listed', () => {
    const specs = 'docs/specs';

    it('is a document that says so, and the rest is read', async () => {
      const { files, index } = await load({ [story1]: spec('STORY-001'), [board]: '# Board' });
      files.unlisted.set('/p/docs/specs', 'permission denied');
      expect(await index.load()).toEqual({ changed: [specs], removed: [story1], configuration: false });
      expect(paths(index)).toEqual([board, specs]);
      expect(index.document(specs)).toMatchObject({
        kind: 'spec',
        problems: [
          { kind: 'unreadable', message: expect.stringMatching(/^The folder .*\(permission denied\): /) as unknown },
        ],
      });
      expect(await index.load()).toEqual(unchanged);
    });

    it.each([specs, story1])('is looked at again for news of %s', async (news) => {
      const { files, index } = await load({ [story1]: spec('STORY-001') });
      files.unlisted.set('/p/docs/specs', 'permission denied');
      await index.update(specs);
      expect(await index.update(news)).toEqual(unchanged);
      files.unlisted.clear();
      expect(await index.update(news)).toEqual({ changed: [story1], removed: [specs], configuration: false });
    });

    it('can be left out', async () => {
      const { files, index } = await load({ [config]: 'ignore: [docs/specs]\n' });
      files.unlisted.set('/p/docs/specs', 'permission denied');
      await index.load();
      expect(paths(index)).toEqual([config]);
    });
  });

  describe('the configuration', () => {
    it('is followed as it changes, and what it ignores vanishes', async () => {
      const { files, index } = await load({ [story1]: spec('STORY-001'), [story2]: spec('STORY-002') });
      files.texts.set(`/p/${config}`, 'ignore: ["STORY-002*"]\n');
      expect(await index.update(config)).toEqual({ changed: [config], removed: [story2], configuration: true });
      expect(index.isIgnored(story2)).toBe(true);
      expect(await index.update(story2)).toEqual(unchanged);
      files.texts.delete(`/p/${config}`);
      expect(await index.update(config)).toEqual({ changed: [story2], removed: [config], configuration: true });
      expect(index.configuration()).toMatchObject({ value: { ignore: [] } });
    });

    it('reads only itself again where places stay the same', async () => {
      const { files, index } = await load({ [story1]: spec('STORY-001'), [config]: '' });
      files.texts.set(`/p/${config}`, 'rules:\n  E005: off\n');
      expect(await index.update(config)).toEqual({ changed: [config], removed: [], configuration: true });
      expect(files.reads).toEqual([`/p/${config}`]);
      expect(index.configuration().value.rules.get('E005')).toBe('off');
    });

    it('stays the last good one while the file does not parse', async () => {
      const { index } = await load({ [config]: 'rules:\n  E005: off\n', [story1]: spec('STORY-001') });
      const good = index.configuration();
      await index.setOverlay(config, 'rules: [unclosed\n');
      expect(index.configuration().value).toBe(good.value);
      expect(index.configuration().problem).toEqual({ message: expect.any(String) as unknown, line: 2 });
      expect(index.document(config)?.problems.map(({ kind }) => kind)).toContain('syntax');
      await index.setOverlay(config, 'rules:\n  E005: info\n');
      expect(index.configuration().problem).toBeUndefined();
      expect(index.configuration().value.rules.get('E005')).toBe('info');
    });

    it.each([
      [{ kind: 'directory' }, /: replace it with a file, or remove it$/],
      [{ kind: 'error', message: 'permission denied' }, /: make it readable, or remove it$/],
      [{ kind: 'file', bytes: Uint8Array.of(0) }, /: replace it with a text file$/],
    ] as const)('is not told to leave itself out: %j', async (answer, message) => {
      const { files, index } = await load({ [story1]: spec('STORY-001') });
      files.answers.set(`/p/${config}`, answer);
      await index.update(config);
      expect(index.configuration().problem).toEqual({ message: expect.stringMatching(message) as unknown });
    });

    it('cannot leave itself out', async () => {
      const { index } = await load({ [config]: 'ignore: ["**"]\n', [story1]: spec('STORY-001') });
      expect(paths(index)).toEqual([config]);
    });

    it('that is given wins over the file', async () => {
      const { index: other } = await load({ [config]: 'ignore: ["*.md"]\n' });
      const given = other.configuration().value;
      const { index } = await load({ [config]: 'rules:\n  E005: off\n', [story1]: '' }, { configuration: given });
      expect(paths(index)).toEqual([config]);
      expect(index.configuration().value).toBe(given);
    });
  });

  it('leaves what lies in another root to that root', async () => {
    const { index } = await load(
      { [config]: 'paths:\n  specs: packages/a/docs/specs\n', 'packages/a/docs/specs/STORY-001.md': '' },
      { otherRoots: ['/p', '/p/packages/a', '/q'] },
    );
    expect(paths(index)).toEqual([config]);
  });

  it('can be told to stop, and to go on', async () => {
    const { index, files } = await load({});
    for (let number = 0; number < 60; number++) files.texts.set(`/p/docs/specs/STORY-${number}.md`, 'x');
    const control = new AbortController();
    const loading = index.load(control.signal);
    control.abort(new Error('enough'));
    await expect(loading).rejects.toThrow('enough');
    await expect(index.load(AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
    await index.load();
    expect(index.project().documents).toHaveLength(60);
  });

  it('lets others have their turn while it reads', async () => {
    const { index, files } = await load({});
    const text = spec('STORY-1') + '\n## Requirements\n\n- item\n'.repeat(400);
    for (let number = 0; number < 160; number++)
      files.texts.set(`/p/docs/specs/STORY-${number}.md`, `${text}${number}`);
    let turns = 0;
    let done = false;
    const tick = (): void => {
      turns++;
      if (!done) setImmediate(tick);
    };
    setImmediate(tick);
    await index.load();
    done = true;
    // Without slices there would be one turn for each batch of reads: 8 of them.
    expect(turns).toBeGreaterThan(9);
  });
});
