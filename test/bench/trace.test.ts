import { afterAll, describe, expect, it } from 'vitest';
import { startLspWorkspace } from '../lsp/lspClient.js';
import { ProjectWatch } from '../../server/src/project/projectWatch.js';
import { fileSystem } from '../../server/src/host/fileSystem.js';
import { createGit } from '../../server/src/host/git.js';
import { allRules } from '../../server/src/rules/registry.js';
import type { Rule } from '../../server/src/rules/rule.js';
import { gitRepository, openGitRepository } from '../support/gitRepository.js';
import { calibrate, median, percentile, report } from './measure.js';
import { boardFile, itemId, knownItem, specFile, testFile, traceProject } from './traceProject.js';

const items = 2_000;
const mentions = 500;
/** Milliseconds on a machine with nothing else to do; printed beside what is measured, and not asserted. */
const aims = { judged: 20, answer: 15, rename: 1_000 };

/** The items in progress are compared with each other after every edit; besides them it is the item's own documents and entry. */
const mostJudged = 20;
const { signal } = new AbortController();

/** The project as the language server follows it, and what its rules have looked at: documents and entries. */
async function openWatch(root: string): Promise<{ readonly watch: ProjectWatch; readonly judged: Set<string> }> {
  const judged = new Set<string>();
  const rules = allRules.map((rule): Rule => {
    const { checkEntry } = rule;
    return {
      ...rule,
      suspects: (document, context) => {
        judged.add(document.path);
        return rule.suspects?.(document, context) ?? true;
      },
      ...(checkEntry && {
        checkEntry: (entry, context) => {
          judged.add(`the entry of ${context.item.id}`);
          return checkEntry(entry, context);
        },
      }),
    };
  });
  const git = createGit();
  const watch = new ProjectWatch({
    root,
    nested: [],
    files: fileSystem,
    rules,
    log: (message) => {
      throw new Error(message);
    },
    git: () => git,
    clock: Date.now,
  });
  await watch.load(signal);
  await watch.learn(signal);
  await watch.judge(signal);
  return { watch, judged };
}

describe(`the language server with ${items} items, their tests and their history`, async () => {
  const project = traceProject({ items, boardVersions: 500, mentions });
  let reads = 0;
  const workspace = await startLspWorkspace(Object.fromEntries(project.files), {
    initialize: { initializationOptions: { trusted: true } },
    ports: {
      ...fileSystem,
      read: (file, options) => {
        reads++;
        return fileSystem.read(file, options);
      },
    },
    prepare: (folder) => {
      project.writeHistory(gitRepository(folder));
    },
  });
  afterAll(workspace.stop);
  const { write, filesChanged, gitSpawns, connection, uri, shown } = workspace;
  // Source code and git come after the documents; then there is more to watch.
  await workspace.until(() =>
    workspace.registered.some((some) => some.some(({ globPattern }) => globPattern.pattern === 'refs/**')),
  );
  await workspace.settled();

  const textOf = (file: string): string => project.files.get(file) ?? '';
  const place = (text: string, wanted: string): { line: number; character: number } => {
    const before = text.slice(0, text.indexOf(wanted)).split('\n');
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };

  const changes: readonly (readonly [string, string, (round: number) => string])[] = [
    ['a spec', specFile(700), (round) => textOf(specFile(700)).replace('The client MUST', `Client ${round} MUST`)],
    ['a test file', testFile(800), (round) => textOf(testFile(800)).replace('it is kept', `it is kept ${round}`)],
    ['the board', boardFile, (round) => textOf(boardFile).replace('- [ ] Model', `- [ ] Model ${round}`)],
  ];
  it.each(changes)('judges what %s touches, and nothing else', async (name, file, textAfter) => {
    const { watch, judged } = await openWatch(workspace.folder);
    const times: number[] = [];
    for (let round = 0; round < 30; round++) {
      write(file, textAfter(round));
      await watch.filesChanged([file], signal);
      judged.clear();
      const began = performance.now();
      await watch.judge(signal);
      times.push(performance.now() - began);
      // At first git's word is another one, too: something is uncommitted.
      if (round > 0) expect(judged.size).toBeLessThanOrEqual(mostJudged);
    }
    write(file, textOf(file));
    const [first = Number.NaN] = times;
    times.sort((a, b) => a - b);
    report(`${name} of ${items} items changed: the trace and all rules again`, {
      'first ms': first,
      'p50 ms': median(times),
      'p95 ms': percentile(times, 0.95),
      'aim ms': aims.judged,
      'documents and entries judged': judged.size,
      'calibration ms': calibrate(),
    });
  });

  it.each(changes)('reads %s once when it changes on disk, and does not ask git', async (name, file, textAfter) => {
    const times: number[] = [];
    for (let round = 0; round < 20; round++) {
      write(file, textAfter(round));
      const before = { reads, spawns: gitSpawns() };
      const began = performance.now();
      await filesChanged(file);
      times.push(performance.now() - began);
      expect(reads - before.reads).toBeLessThanOrEqual(1);
      expect(gitSpawns()).toBe(before.spawns);
    }
    const [first = Number.NaN] = times;
    times.sort((a, b) => a - b);
    report(`${name} of ${items} items changed on disk, until all is judged and published`, {
      'first ms': first,
      'p50 ms': median(times),
      'p95 ms': percentile(times, 0.95),
      'aim ms': aims.judged,
      'calibration ms': calibrate(),
    });
  });

  it('asks git at most three times about a new commit', async () => {
    const unknown = itemId(items + 500);
    const isTold = (): boolean => shown(boardFile).some((one) => one.startsWith('PW632'));
    expect(isTold()).toBe(false);
    openGitRepository(workspace.folder).commit(`feat: keep more (${unknown})`, { 'src/more.ts': 'export {};\n' });
    const before = gitSpawns();
    await filesChanged('.git/index', '.git/HEAD', '.git/logs/HEAD', '.git/refs/heads/main', 'src/more.ts');
    await workspace.until(isTold);
    expect(gitSpawns() - before).toBeLessThanOrEqual(3);
  });

  it('answers while somebody works on a spec', async () => {
    const file = specFile(items - 95);
    const text = textOf(file).replace('| Depends on | None |', `| Depends on | ${knownItem} |`);
    await workspace.open(file, text);
    await workspace.settled();
    const at = { textDocument: { uri: uri(file) }, position: place(text, `${knownItem} |`) };
    for (const method of ['hover', 'completion', 'definition']) {
      const times: number[] = [];
      for (let round = 0; round < 100; round++) {
        const began = performance.now();
        const answer = await connection.sendRequest(`textDocument/${method}`, at);
        times.push(performance.now() - began);
        expect(answer).toBeTruthy();
      }
      times.sort((a, b) => a - b);
      report(`${method} among ${items} items`, {
        'p50 ms': median(times),
        'p95 ms': percentile(times, 0.95),
        'aim ms': aims.answer,
        'calibration ms': calibrate(),
      });
    }
    await workspace.close(file);
  });

  it(`renames an id that ${mentions} files use`, async () => {
    // Commits keep the old id, which is told.
    connection.onRequest('window/showMessageRequest', () => null);
    const file = specFile(1);
    await workspace.open(file, textOf(file));
    await workspace.settled();
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const began = performance.now();
      const edit = await connection.sendRequest<{ documentChanges: readonly { textDocument?: object }[] }>(
        'textDocument/rename',
        {
          textDocument: { uri: uri(file) },
          position: place(textOf(file), knownItem),
          newName: itemId(items + 1_000),
        },
      );
      times.push(performance.now() - began);
      expect(edit.documentChanges.filter(({ textDocument }) => textDocument).length).toBeGreaterThanOrEqual(mentions);
    }
    times.sort((a, b) => a - b);
    report(`rename of an id in ${mentions} files`, {
      'p50 ms': median(times),
      'aim ms': aims.rename,
      'calibration ms': calibrate(),
    });
  });
});
