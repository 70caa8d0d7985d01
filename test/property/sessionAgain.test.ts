import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cacheFiles } from '../../server/src/host/cacheFiles.js';
import { blockingFileSystem, fileSystem } from '../../server/src/host/fileSystem.js';
import { ProjectWatch } from '../../server/src/project/projectWatch.js';
import { allRules } from '../../server/src/rules/registry.js';
import { type GitRepository, gitRepository } from '../support/gitRepository.js';
import { harm } from '../support/lintAgain.js';
import { projectStep, type Step, takeStep } from '../support/projectSteps.js';
import { brokenSpec, cleanSpec } from '../support/projectTexts.js';
import { runs } from '../support/runs.js';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';

const never = new AbortController().signal;

/** As of very many documents, so that each is read again when it is judged. */
const forgets = { begin: () => undefined, mostWhole: 0, mostHeld: 0 };

/** A session of the editor on a project. */
function startSession(
  root: string,
  cache: string | undefined,
  now: number,
  onRead: (file: string) => void = () => undefined,
): ProjectWatch {
  const files: typeof blockingFileSystem = {
    ...blockingFileSystem,
    read: (file, options) => {
      onRead(file);
      return blockingFileSystem.read(file, options);
    },
  };
  const followed: typeof fileSystem = {
    ...fileSystem,
    read: (file, options) => {
      // Settings are read each time.
      if (file.endsWith('.ts')) onRead(file);
      return fileSystem.read(file, options);
    },
  };
  const folder = cache === undefined ? undefined : path.join(cache, 'pactwright', 'documents');
  return new ProjectWatch({
    root,
    nested: [],
    rules: allRules,
    files: followed,
    git: () => undefined,
    clock: () => now,
    // A baseline may be damaged.
    log: (message) => expect(message).not.toContain('could not be checked'),
    cache: cacheFiles,
    ...(folder === undefined ? {} : { kept: { folder, build: 'one', files, forgets } }),
  });
}

/** What a session says of all files, whatever it was told before. */
async function findingsOf(session: ProjectWatch): Promise<unknown> {
  await session.judge(never);
  return Array.from(session.files(), (file) => [file, session.findingsOf(file)]).sort();
}

/** While its file is broken, a session uses the last valid configuration. */
const hasConfiguration = (step: SessionStep): boolean => step.kind !== 'edit' || step.text !== 'rules: [';

/** Given up when it is looked at so often. */
function givenUpAfter(looks: number): AbortSignal {
  const { signal } = new AbortController();
  signal.throwIfAborted = () => {
    if (looks-- === 0) throw new Error('given up');
  };
  return signal;
}

/** The branches of a repository: what `git checkout` puts in the place of whatever is there. */
const branches = {
  main: { 'docs/specs/STORY-001.md': cleanSpec('STORY-001') },
  other: {
    'docs/specs/STORY-001.md': brokenSpec('STORY-001'),
    'docs/specs/STORY-002.md': cleanSpec('STORY-002'),
    'docs/product/sprint_board.md': '# Sprint Board\n\n## ✅ Done\n\n### [STORY-001] Keep the cart\n\n- [x] Model\n',
    '.pactwright/config.yaml': 'rules:\n  E004: warning\n',
    'test/cart.test.ts': "it('STORY-002/AC1: keeps the cart', () => {});\n",
  },
};

type SessionStep = Step | { readonly kind: 'checkout'; readonly branch: keyof typeof branches };

const sessionStep: fc.Arbitrary<SessionStep> = fc.oneof(
  { arbitrary: projectStep, weight: 4 },
  fc.record({ kind: fc.constant('checkout' as const), branch: fc.constantFrom('main' as const, 'other' as const) }),
);

/** On its branch `main`. */
function startRepository(): GitRepository {
  const repository = gitRepository();
  repository.commit('docs: specify the cart', branches.main);
  repository.branch('other');
  repository.commit('docs: plan the cart', branches.other);
  repository.checkout('main');
  return repository;
}

function take({ folder, git }: GitRepository, step: SessionStep): void {
  if (step.kind === 'checkout') git('checkout', '--quiet', '--force', step.branch);
  else takeStep(folder, step);
}

function changedBy(step: SessionStep): readonly string[] {
  if (step.kind === 'checkout') return Object.keys(branches.other);
  return 'to' in step ? [step.file, step.to] : [step.file];
}

describe('a session after another one', () => {
  it('drops what it knows from there once another document makes it wrong', async () => {
    const touching = (id: string, file: string): string =>
      `${cleanSpec(id)}\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Touches | \`${file}\` |\n`;
    const [one, other] = ['docs/specs/STORY-001.md', 'docs/specs/STORY-002.md'];
    const root = temporaryFolder({
      [one]: touching('STORY-001', 'src/cart.ts'),
      [other]: touching('STORY-002', 'src/cart.ts'),
      'docs/specs/STORY-003.md': touching('STORY-003', 'src/page.ts'),
      'docs/product/sprint_board.md': `# Sprint Board\n\n## 🔄 In Progress\n\n${[1, 2, 3].map((at) => `### [STORY-00${at}] Keep the cart\n\n- [ ] Model\n`).join('\n')}`,
    });
    const cache = temporaryFolder();
    const read: string[] = [];
    const overlaps = (session: ProjectWatch): readonly string[] =>
      session.allFindings().flatMap(({ code, path: file }) => (code === 'PW622' ? [file] : []));
    const begin = async (): Promise<ProjectWatch> => {
      const session = startSession(root, cache, Date.now() + 3_600_000, (file) => read.push(path.basename(file)));
      await session.load(never);
      await session.judge(never);
      return session;
    };
    await (await begin()).save();
    const session = await begin();
    expect(overlaps(session)).toEqual([other]);
    read.length = 0;
    writeFiles(root, { [one]: touching('STORY-001', 'src/basket.ts') });
    await session.filesChanged([one], never);
    await session.judge(never);
    expect(overlaps(session)).toEqual([]);
    // Nothing that the third one asked of others has changed.
    expect(read).not.toContain('STORY-003.md');
  });

  it('reads nothing where neither documents nor source code differ', async () => {
    const root = temporaryFolder({
      'docs/specs/STORY-001.md': brokenSpec('STORY-001'),
      'test/cart.test.ts': "it('STORY-001/AC1: keeps the cart', () => {});\n",
    });
    const cache = temporaryFolder();
    const read: string[] = [];
    const findingsAfter = async (): Promise<unknown> => {
      const session = startSession(root, cache, Date.now() + 3_600_000, (file) => read.push(path.relative(root, file)));
      await session.load(never);
      await session.judge(never);
      await session.learn(never);
      const findings = await findingsOf(session);
      await session.save();
      return findings;
    };
    const first = await findingsAfter();
    read.length = 0;
    expect(await findingsAfter()).toEqual(first);
    expect(read).toEqual([]);
    writeFiles(root, { 'test/cart.test.ts': "it('STORY-001/AC2: keeps the cart', () => {});\n" });
    expect(await findingsAfter()).not.toEqual(first);
    expect(read).toEqual([path.join('test', 'cart.test.ts'), path.join('docs', 'specs', 'STORY-001.md')]);
  });

  it('publishes once what it says by documents and again by source code', async () => {
    const spec = 'docs/specs/STORY-001.md';
    const root = temporaryFolder({ [spec]: '# STORY-001: Keep the cart\n' });
    const cache = temporaryFolder();
    for (let turn = 0; turn < 2; turn++) {
      const session = startSession(root, cache, Date.now() + 3_600_000);
      await session.load(never);
      await session.judge(never);
      const said = session.findingsOf(spec);
      await session.learn(never);
      await session.judge(never);
      expect(said.length).toBeGreaterThan(0);
      expect(session.findingsOf(spec)).toBe(said);
      await session.save();
    }
  });

  it.each([
    { learns: false, reads: ['STORY-002.md'], readsOnceLearnt: ['cart.test.ts', 'STORY-001.md'] },
    { learns: true, reads: [], readsOnceLearnt: ['STORY-002.md'] },
  ])('reads no document that was judged when that one was closed: %j', async ({ learns, reads, readsOnceLearnt }) => {
    const root = temporaryFolder({
      'docs/specs/STORY-001.md': brokenSpec('STORY-001'),
      'docs/specs/STORY-002.md': brokenSpec('STORY-002'),
      'test/cart.test.ts': '',
    });
    const cache = temporaryFolder();
    let read: string[] = [];
    const begin = async (): Promise<ProjectWatch> => {
      const session = startSession(root, cache, Date.now() + 3_600_000, (file) => read.push(path.basename(file)));
      await session.load(never);
      read = [];
      return session;
    };
    const closed = await begin();
    if (learns) await closed.judge(never);
    if (learns) await closed.learn(never);
    await expect(closed.judge(givenUpAfter(1))).rejects.toThrow('given up');
    await closed.saveRecords();
    const next = await begin();
    await next.judge(never);
    expect(read).toEqual(reads);
    read = [];
    await next.learn(never);
    await next.judge(never);
    expect(read).toEqual(readsOnceLearnt);
  });

  it('reads no document where the session before learnt while it judged', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `STORY-${String(at + 1).padStart(3, '0')}`);
    const root = temporaryFolder({
      ...Object.fromEntries(ids.map((id) => [`docs/specs/${id}.md`, cleanSpec(id)])),
      'test/cart.test.ts': "it('STORY-001/AC1: keeps the cart', () => {});\n",
    });
    const cache = temporaryFolder();
    const ended: string[] = [];
    let reads = 0;
    // So long that others have their turn after each document.
    const slowly = (): void => {
      reads++;
      for (const until = performance.now() + 12; ended.length === 0 && performance.now() < until;);
    };
    const first = startSession(root, cache, Date.now() + 3_600_000, slowly);
    await first.load(never);
    await Promise.all([
      first.judge(never).then(() => ended.push('judged')),
      first.learn(never).then(() => ended.push('learnt')),
    ]);
    expect(ended).toEqual(['learnt', 'judged']);
    await first.judge(never);
    await first.save();
    const second = startSession(root, cache, Date.now() + 3_600_000, () => reads++);
    reads = 0;
    await second.load(never);
    await second.judge(never);
    await second.learn(never);
    await second.judge(never);
    expect(reads).toBe(0);
  });

  it('says what a session that knows nothing says, at its start and after each change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            before: fc.array(sessionStep, { maxLength: 3 }),
            during: fc.array(sessionStep.filter(hasConfiguration), { maxLength: 3 }),
            // `twoAtOnce`: another window of the editor ends in the same moment, and has seen none of the changes.
            mishap: fc.constantFrom('none', 'none', 'cutDocuments', 'damageDocuments', 'twoAtOnce'),
            // How far the clock is ahead: files then seem to have changed long ago, just now, or in times to come.
            ahead: fc.constantFrom(3_600_000, 3_600_000, 0, -3_600_000),
            at: fc.nat(),
            learns: fc.boolean(),
            isOpen: fc.boolean(),
            // After how many documents the editor is closed while it judges.
            closedAfter: fc.option(fc.nat(3)),
          }),
          { minLength: 2, maxLength: 5 },
        ),
        async (sessions) => {
          const repository = startRepository();
          const root = repository.folder;
          const cache = temporaryFolder();
          for (const { before, during, mishap, ahead, at, learns, isOpen, closedAfter } of sessions) {
            for (const step of before) take(repository, step);
            if (mishap === 'cutDocuments' || mishap === 'damageDocuments') harm(cache, mishap, at);
            const now = Date.now() + ahead;
            const session = startSession(root, cache, now);
            await session.load(never);
            const twin = mishap === 'twoAtOnce' ? startSession(root, cache, now) : undefined;
            await twin?.load(never);
            if (closedAfter !== null) {
              if (learns) await session.judge(never);
              if (learns) await session.learn(never);
              for (const step of during) {
                take(repository, step);
                await session.filesChanged(changedBy(step), never);
              }
              await session.judge(givenUpAfter(closedAfter)).catch(() => undefined);
              await Promise.all([session.saveRecords(), twin?.saveRecords()]);
              continue;
            }
            await twin?.judge(never);
            const unsaved = new Map<string, string>();
            let hasLearnt = false;
            for (const step of [undefined, ...during]) {
              if (step?.kind === 'edit' && step.text !== undefined && isOpen) unsaved.set(step.file, step.text);
              else if (step) take(repository, step);
              if (step) await session.filesChanged(changedBy(step), never);
              const other = startSession(root, undefined, now);
              await other.load(never);
              for (const [file, text] of unsaved) for (const one of [session, other]) await one.setOverlay(file, text);
              if (hasLearnt) await other.learn(never);
              expect(await findingsOf(session)).toEqual(await findingsOf(other));
              if (!learns) continue;
              await session.learn(never);
              await other.learn(never);
              hasLearnt = true;
              expect(await findingsOf(session)).toEqual(await findingsOf(other));
            }
            await Promise.all([session.save(), twin?.save()]);
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
