import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type GitRepository, gitRepository, openGitRepository } from './gitRepository.js';
import { run } from './runCli.js';
import { temporaryFolder, writeFiles } from './temporaryFolder.js';

const items = ['STORY-001', 'BUG-002'] as const;
type Item = (typeof items)[number];
const branchOf = (item: Item): string => `${item.startsWith('BUG') ? 'fix' : 'feature'}/${item}`;

/** What a person, an agent or a crash does; `at`: which of git's moments the process is killed in. */
export type LifeStep =
  | { readonly kind: 'create' | 'remove' | 'removeWithBranch'; readonly item: Item }
  | {
      readonly kind: 'edit' | 'untracked' | 'stage' | 'stash' | 'commit' | 'looseCommit' | 'ownRef' | 'lock' | 'unlock';
      readonly item: Item;
    }
  | { readonly kind: 'merge' | 'deleteFolder' | 'deleteGitFile' | 'emptyFolder'; readonly item: Item }
  /** The ways out that are told: commits get a branch; a worktree whose folder is gone gets it back. */
  | { readonly kind: 'keepCommits' | 'bringBack'; readonly item: Item }
  | { readonly kind: 'killedCreate'; readonly item: Item; readonly at: (typeof moments)[number] }
  | { readonly kind: 'prune' | 'editMain' };

const moments = ['before', 'branch', 'half', 'after'] as const;

/** Most of it happens to one, as little comes of steps that have nothing to do with each other. */
const item = fc.oneof({ weight: 3, arbitrary: fc.constant(items[0]) }, { weight: 1, arbitrary: fc.constant(items[1]) });

const killedCreate = fc.record({ kind: fc.constant('killedCreate'), item, at: fc.constantFrom(...moments) });

const lifeStep: fc.Arbitrary<LifeStep> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('create'), item }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'removeWithBranch'), item }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('edit', 'untracked', 'stage', 'stash', 'commit', 'looseCommit', 'ownRef'),
      item,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'looseCommit', 'lock', 'unlock'), item }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge'), item }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('keepCommits', 'bringBack'), item }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('deleteFolder', 'deleteGitFile', 'emptyFolder'), item }) },
  { weight: 2, arbitrary: killedCreate },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('prune', 'editMain') }) },
);

/** Begins with a worktree that is made, or half made. */
export function life(minLength: number, maxLength: number): fc.Arbitrary<readonly LifeStep[]> {
  const first: fc.Arbitrary<LifeStep> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('create'), item }) },
    { weight: 1, arbitrary: killedCreate },
  );
  return fc.tuple(first, fc.array(lifeStep, { minLength, maxLength })).map(([one, others]) => [one, ...others]);
}

/**
 * Runs `worktree create` with a git that kills it: `before` and `after` it made the worktree, once there is the `branch` alone, or
 * when all is there but the files and the index (`half`), as a git that is killed, too, leaves it.
 */
function killCreate(cli: string, folder: string, item: Item, at: (typeof moments)[number]): void {
  const script = `#!/bin/sh
case " $* " in *" worktree add "*) ;; *) exec '${realGit}' "$@" ;; esac
for argument; do
  [ "$before" = -b ] && branch=$argument
  case "$argument" in '${folder}.worktrees'/*) place=$argument ;; esac
  before=$argument
done
case ${at} in
branch) [ -z "$branch" ] || '${realGit}' branch "$branch" "$before" ;;
half | after) '${realGit}' "$@" >/dev/null 2>&1 ;;
esac
if [ ${at} = half ]; then
  own=$('${realGit}' -C "$place" rev-parse --absolute-git-dir)
  printf initializing > "$own/locked"
  rm -f "$own/index" "$place/a.txt"
fi
kill -9 $PPID
`;
  const programs = temporaryFolder({ git: script });
  chmodSync(path.join(programs, 'git'), 0o755);
  spawnSync(process.execPath, [cli, 'worktree', 'create', item], {
    cwd: folder,
    env: { ...process.env, PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}` },
  });
}

const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

let shop: string | undefined;

/** A repository to be copied: many lives begin with the same. */
function newShop(): string {
  if (shop !== undefined && existsSync(shop)) return shop;
  const { folder, git, commit } = gitRepository();
  // What git would do now and then in the background takes longer than all the rest.
  git('config', 'gc.auto', '0');
  commit('begin', {
    ...Object.fromEntries(items.map((one) => [`docs/specs/${one}.md`, `# ${one}: Cart\n`])),
    'a.txt': 'a\n',
  });
  rmSync(path.join(folder, '.git/hooks'), { recursive: true, force: true });
  return (shop = folder);
}

const hashOfBlob = (text: string): Buffer =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest();

/** The numbers of what happened, to see that all of it did. */
export type LifeFigures = Record<string, number>;

/**
 * Plays steps on a real repository and looks after each whether anything was lost, and at the end whether anything is left behind.
 *
 * @param cli the bundled command line.
 */
export async function playLife(steps: readonly LifeStep[], cli: string, figures: LifeFigures): Promise<void> {
  const around = temporaryFolder();
  cpSync(newShop(), path.join(around, 'my shop'), { recursive: true });
  const main = openGitRepository(path.join(around, 'my shop'));
  const beside = `${main.folder}.worktrees`;
  const placeOf = (one: Item): string => path.join(beside, one);
  const commits = new Set<string>();
  /** By path: what nobody has committed, nor deleted by hand. */
  const loose = new Map<string, string>();
  /** The same of what was staged: git has it still where the folder was deleted. */
  const staged = new Map<string, string>();
  /** Commits that a ref of the worktree alone leads to. */
  const ownRefs = new Map<Item, string>();
  const stashes = new Set<string>();
  const branches = new Set<string>();
  let number = 0;
  const own = path.join(main.folder, '.git/worktrees');
  /** Files that git keeps for each of the worktrees alone. */
  const ofEach = (file: string): readonly Buffer[] =>
    (existsSync(own) ? readdirSync(own) : [])
      .map((name) => path.join(own, name, file))
      .filter((one) => existsSync(one))
      .map((one) => readFileSync(one));

  const isThere = (one: Item): boolean => existsSync(path.join(placeOf(one), '.git'));
  const listed = (): string => main.git('worktree', 'list', '--porcelain');
  const forgetBelow = (folder: string, files: Map<string, string>): void => {
    for (const file of [...files.keys()]) if (file.startsWith(folder + path.sep)) files.delete(file);
  };
  // It names HEAD, and the blobs of whatever is not as HEAD has it.
  const readMain = (): string => main.git('status', '--porcelain=v2', '--branch');
  /** As it was when somebody last worked there. */
  let mainState = readMain();
  /** @returns what it answers; undefined where it is refused. */
  const told = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const { code, out, err } = await run({ cwd: main.folder }, 'worktree', ...args, '--format', 'json');
    expect(out + err, args.join(' ')).not.toContain('something went wrong');
    expect(readMain(), args.join(' ')).toBe(mainState);
    count(`${args[0] ?? ''} ${code === 0 ? 'done' : 'refused'}`);
    if (code !== 0) return undefined;
    const { answer } = JSON.parse(out) as { readonly answer: { readonly data: Readonly<Record<string, unknown>> } };
    return answer.data;
  };
  const count = (what: string): void => {
    figures[what] = (figures[what] ?? 0) + 1;
  };
  const noteBranches = (): void => {
    for (const one of items)
      if (isThere(one) && !existsSync(path.join(main.folder, '.git/worktrees', one, 'locked')))
        branches.add(branchOf(one));
  };
  const write = (file: string): void => {
    const text = `${number}\n`;
    writeFiles(path.dirname(file), { [path.basename(file)]: text });
    loose.set(file, text);
  };
  const inWorktree = (one: Item, act: (worktree: GitRepository, place: string) => void): void => {
    if (!isThere(one)) return;
    count('work');
    act(openGitRepository(placeOf(one)), placeOf(one));
  };
  const ifGitLets = (act: () => void): boolean => {
    try {
      act();
      return true;
    } catch {
      count('git refused');
      return false;
    }
  };

  const stashLog = path.join(main.folder, '.git/logs/refs/stash');
  const ofStash = (): string => (existsSync(stashLog) ? readFileSync(stashLog, 'utf8') : '');

  const take = async (step: LifeStep): Promise<void> => {
    switch (step.kind) {
      case 'create':
        if (await told('create', step.item)) expect(isThere(step.item), step.item).toBe(true);
        break;
      case 'remove':
      case 'removeWithBranch': {
        const isWithBranch = step.kind === 'removeWithBranch';
        const removed = await told('remove', step.item, '--apply', ...(isWithBranch ? ['--delete-branch'] : []));
        if (!removed) break;
        expect(existsSync(placeOf(step.item))).toBe(false);
        const branch = removed['branch'];
        // What it says stays does so, even if it was a killed start that has made it.
        if (isWithBranch) branches.delete(branchOf(step.item));
        else if (typeof branch === 'string') branches.add(branch);
        break;
      }
      case 'prune':
        await told('prune', '--apply');
        break;
      case 'edit':
      case 'untracked':
      case 'stage':
        inWorktree(step.item, ({ git }, place) => {
          write(path.join(place, step.kind === 'edit' ? 'a.txt' : `new ${step.kind} ü.txt`));
          if (step.kind !== 'stage') return;
          git('add', '--all');
          for (const [file, text] of loose) if (file.startsWith(place + path.sep)) staged.set(file, text);
        });
        break;
      case 'stash':
        inWorktree(step.item, ({ git }, place) => {
          const before = ofStash();
          if (!ifGitLets(() => git('stash', 'push', '--include-untracked')) || ofStash() === before) return;
          stashes.add(git('rev-parse', 'refs/stash'));
          forgetBelow(place, loose);
          forgetBelow(place, staged);
        });
        break;
      case 'ownRef':
        inWorktree(step.item, ({ git }) => {
          const commit = git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', `own ${number}`);
          git('update-ref', 'refs/worktree/mine', commit);
          // A person who sets it anew lets go of what it led to.
          ownRefs.set(step.item, commit);
        });
        break;
      case 'commit':
      case 'looseCommit':
        inWorktree(step.item, (worktree, place) => {
          // Git refuses it where a start that was killed has left files without an index.
          const detach = (): void => {
            worktree.checkout('--detach');
          };
          if (step.kind === 'looseCommit' && !ifGitLets(detach)) return;
          commits.add(worktree.commit(`work ${number}`, { [`${step.item}.txt`]: `${number}\n` }));
          // What somebody has committed to is nobody's to take back, however its worktree came to be.
          const branch = worktree.git('branch', '--show-current');
          if (branch !== '') branches.add(branch);
          forgetBelow(place, loose);
          forgetBelow(place, staged);
        });
        break;
      case 'lock':
      case 'unlock':
        ifGitLets(() => main.git('worktree', step.kind, placeOf(step.item)));
        break;
      case 'merge':
        ifGitLets(() => {
          main.merge(branchOf(step.item));
        });
        if (existsSync(path.join(main.folder, '.git/MERGE_HEAD'))) main.git('merge', '--abort');
        mainState = readMain();
        break;
      case 'keepCommits': {
        const record = new RegExp(`^worktree ${placeOf(step.item)}\\nHEAD ([0-9a-f]+)\\ndetached$`, 'm').exec(listed());
        for (const commit of [record?.[1], ownRefs.get(step.item)]) {
          if (commit === undefined || !ifGitLets(() => main.git('branch', `kept-${commit}`, commit))) continue;
          branches.add(`kept-${commit}`);
        }
        break;
      }
      case 'editMain':
        write(path.join(main.folder, `main ${number % 3}.txt`));
        mainState = readMain();
        break;
      case 'deleteFolder':
        rmSync(placeOf(step.item), { recursive: true, force: true });
        forgetBelow(placeOf(step.item), loose);
        break;
      case 'bringBack': {
        const place = placeOf(step.item);
        // Where there are files they would be written over.
        if (existsSync(place) && readdirSync(place).length > 0) break;
        if (!listed().includes(`worktree ${place}\n`)) break;
        mkdirSync(place, { recursive: true });
        // It fails for a lock that leads nowhere, say of a start that was killed.
        if (!ifGitLets(() => main.git('worktree', 'repair')) || !isThere(step.item)) break;
        if (!ifGitLets(() => openGitRepository(place).git('restore', '.'))) break;
        count('brought back');
        for (const [file, text] of staged) if (file.startsWith(place + path.sep)) loose.set(file, text);
        break;
      }
      case 'deleteGitFile':
        rmSync(path.join(placeOf(step.item), '.git'), { force: true });
        break;
      case 'emptyFolder':
        mkdirSync(placeOf(step.item), { recursive: true });
        break;
      case 'killedCreate': {
        killCreate(cli, main.folder, step.item, step.at);
        expect(readMain()).toBe(mainState);
        count(`killed ${step.at}`);
      }
    }
  };

  const nothingIsLost = (after: string): void => {
    for (const [file, text] of loose)
      expect(existsSync(file) && readFileSync(file, 'utf8'), `${after}: ${file}`).toBe(text);
    const indexes = ofEach('index');
    for (const [file, text] of staged)
      expect(
        indexes.some((index) => index.includes(hashOfBlob(text))),
        `${after}: ${file}`,
      ).toBe(true);
    for (const stash of stashes) expect(ofStash(), after).toContain(stash);
    const heads = [...ofEach('HEAD'), ...ofEach('refs/worktree/mine')]
      .map((head) => head.toString('utf8').trim())
      .filter((head) => /^[0-9a-f]+$/.test(head) && !/^0+$/.test(head));
    const log = main.git('log', '--all', ...heads, '--decorate=full', '--format=%H;%D');
    for (const commit of [...commits, ...ownRefs.values()]) expect(log, after).toContain(`${commit};`);
    const there = Array.from(log.matchAll(/refs\/heads\/([^,\n]+)/g), ([, branch]) => branch);
    for (const branch of branches) expect(there, after).toContain(branch);
  };
  /** By hand nobody loses anything that is not meant to be lost. */
  const ours: readonly LifeStep['kind'][] = ['create', 'remove', 'removeWithBranch', 'prune', 'killedCreate'];

  for (const step of steps) {
    number++;
    await take(step);
    if (!ours.includes(step.kind)) continue;
    // Until we run again, what a killed start has made in full may yet be taken back: nobody has committed to its branch.
    if (step.kind !== 'killedCreate') noteBranches();
    nothingIsLost(JSON.stringify(step));
  }

  const pruned = await told('prune', '--apply');
  nothingIsLost('the last prune');
  noteBranches();
  for (const record of listed().split('\n\n').slice(1)) {
    const place = /^worktree (.*)$/m.exec(record)?.[1] ?? '';
    // What is kept on purpose is told; everything else has a folder that git finds its way from.
    if (/^locked/m.test(record)) expect(record).not.toContain('initializing');
    else if (/^prunable/m.test(record)) {
      expect(pruned?.['found']).toContainEqual(expect.objectContaining({ path: place, kept: true }));
      const item = items.find((one) => place === placeOf(one));
      const isStaged = [...staged.keys()].some((file) => file.startsWith(place + path.sep));
      expect(/^detached$/m.test(record) || isStaged || (item !== undefined && ownRefs.has(item)), record).toBe(true);
    } else expect(openGitRepository(place).git('rev-parse', '--is-inside-work-tree')).toBe('true');
  }
  const registered = listed();
  for (const name of existsSync(beside) ? readdirSync(beside) : []) {
    const place = path.join(beside, name);
    if (!registered.includes(`worktree ${place}\n`))
      expect(readdirSync(place).length, `${place} is an orphan`).toBeGreaterThan(0);
  }
  expect(existsSync(own) ? readdirSync(own).length : 0).toBe(registered.split('\n\n').length - 1);
  const notes = path.join(main.folder, '.git/pactwright/unfinished');
  expect(existsSync(notes) ? readdirSync(notes) : []).toEqual([]);
  const left = main.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
  // The branch of a worktree that a person has locked stays with it, however it came to be.
  const heldBy = Array.from(registered.matchAll(/^branch refs\/heads\/(.+)$/gm), ([, branch]) => branch ?? '');
  const expected = new Set([...branches, ...heldBy.filter((branch) => branch !== 'main')]);
  // A branch that a killed start has made stays with its worktree, too, where that is kept for a commit beside the branch.
  const kept = items.filter((item) => registered.includes(`worktree ${placeOf(item)}\n`)).map(branchOf);
  const found = left.filter((branch) => branch !== 'main' && (expected.has(branch) || !kept.includes(branch)));
  expect(found.sort()).toEqual([...expected].sort());
  // A commit made in what a killed start has left may have deleted it, and a merge brought that here.
  expect(existsSync(path.join(main.folder, 'a.txt'))).toBe(main.git('ls-files', 'a.txt') !== '');
  rmSync(around, { recursive: true });
}
