import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
      readonly kind: 'edit' | 'untracked' | 'stage' | 'commit' | 'looseCommit' | 'lock' | 'unlock';
      readonly item: Item;
    }
  | { readonly kind: 'merge' | 'deleteFolder' | 'deleteGitFile' | 'emptyFolder'; readonly item: Item }
  | { readonly kind: 'killedCreate'; readonly item: Item; readonly at: (typeof moments)[number] }
  | { readonly kind: 'prune' | 'editMain' };

const moments = ['before', 'branch', 'half', 'after'] as const;

const item = fc.constantFrom(...items);

export const lifeStep: fc.Arbitrary<LifeStep> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('create'), item }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'removeWithBranch'), item }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('edit', 'untracked', 'stage', 'commit', 'looseCommit'), item }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'looseCommit', 'lock', 'unlock'), item }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge'), item }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('deleteFolder', 'deleteGitFile', 'emptyFolder'), item }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('killedCreate'), item, at: fc.constantFrom(...moments) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('prune', 'editMain') }) },
);

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

/** The numbers of what happened, to see that all of it did. */
export type LifeFigures = Record<string, number>;

/**
 * Plays steps on a real repository and looks after each whether anything was lost, and at the end whether anything is left behind.
 *
 * @param cli the bundled command line.
 */
export async function playLife(steps: readonly LifeStep[], cli: string, figures: LifeFigures): Promise<void> {
  const main = gitRepository(path.join(temporaryFolder(), 'my shop'));
  main.commit('begin', {
    ...Object.fromEntries(items.map((one) => [`docs/specs/${one}.md`, `# ${one}: Cart\n`])),
    'a.txt': 'a\n',
  });
  const beside = `${main.folder}.worktrees`;
  const placeOf = (one: Item): string => path.join(beside, one);
  const commits = new Set<string>();
  /** By path: what nobody has committed, nor deleted by hand. */
  const loose = new Map<string, string>();
  const branches = new Set<string>();
  let number = 0;

  const isThere = (one: Item): boolean => existsSync(path.join(placeOf(one), '.git'));
  const listed = (): string => main.git('worktree', 'list', '--porcelain');
  const forgetBelow = (folder: string): void => {
    for (const file of [...loose.keys()]) if (file.startsWith(folder + path.sep)) loose.delete(file);
  };
  const mainState = (): string =>
    [main.git('rev-parse', 'HEAD'), main.git('status', '--porcelain=v2', '--branch'), main.git('ls-files', '-s')].join(
      '\n',
    );
  const told = async (...args: readonly string[]): Promise<number> => {
    const before = mainState();
    const { code, out, err } = await run({ cwd: main.folder }, 'worktree', ...args);
    expect(out + err, args.join(' ')).not.toContain('something went wrong');
    expect(mainState(), args.join(' ')).toBe(before);
    count(`${args[0] ?? ''} ${code === 0 ? 'done' : 'refused'}`);
    return code;
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

  const take = async (step: LifeStep): Promise<void> => {
    switch (step.kind) {
      case 'create':
        if ((await told('create', step.item)) === 0) expect(isThere(step.item), step.item).toBe(true);
        break;
      case 'remove':
      case 'removeWithBranch': {
        const branch = step.kind === 'removeWithBranch' ? ['--delete-branch'] : [];
        if ((await told('remove', step.item, '--apply', ...branch)) !== 0) break;
        expect(existsSync(placeOf(step.item))).toBe(false);
        if (branch.length > 0) branches.delete(branchOf(step.item));
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
          if (step.kind === 'stage') git('add', '--all');
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
          forgetBelow(place);
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
        break;
      case 'editMain':
        write(path.join(main.folder, `main ${number % 3}.txt`));
        break;
      case 'deleteFolder':
        rmSync(placeOf(step.item), { recursive: true, force: true });
        forgetBelow(placeOf(step.item));
        break;
      case 'deleteGitFile':
        rmSync(path.join(placeOf(step.item), '.git'), { force: true });
        break;
      case 'emptyFolder':
        mkdirSync(placeOf(step.item), { recursive: true });
        break;
      case 'killedCreate': {
        const before = mainState();
        killCreate(cli, main.folder, step.item, step.at);
        expect(mainState()).toBe(before);
        count(`killed ${step.at}`);
      }
    }
  };

  const nothingIsLost = (after: string): void => {
    for (const [file, text] of loose)
      expect(existsSync(file) && readFileSync(file, 'utf8'), `${after}: ${file}`).toBe(text);
    const heads = Array.from(listed().matchAll(/^HEAD ([0-9a-f]+)$/gm), ([, head]) => head ?? '');
    const kept = new Set(main.git('rev-list', '--all', ...heads).split('\n'));
    for (const commit of commits) expect(kept.has(commit), `${after}: ${commit}`).toBe(true);
    const there = main.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
    for (const branch of branches) expect(there, after).toContain(branch);
  };

  for (const step of steps) {
    number++;
    await take(step);
    if (step.kind !== 'killedCreate') noteBranches();
    nothingIsLost(JSON.stringify(step));
  }

  expect(await told('prune', '--apply')).toBe(0);
  nothingIsLost('the last prune');
  noteBranches();
  const own = path.join(main.folder, '.git/worktrees');
  for (const record of listed().split('\n\n').slice(1)) {
    const place = /^worktree (.*)$/m.exec(record)?.[1] ?? '';
    // What is kept on purpose is told; everything else has a folder that git finds its way from.
    if (/^locked/m.test(record)) expect(record).not.toContain('initializing');
    else if (/^prunable/m.test(record)) expect(record, 'commits on no branch').toMatch(/^detached$/m);
    else expect(openGitRepository(place).git('rev-parse', '--is-inside-work-tree')).toBe('true');
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
  expect(left.filter((branch) => branch !== 'main').sort()).toEqual([...expected].sort());
  // A commit made in what a killed start has left may have deleted it, and a merge brought that here.
  expect(existsSync(path.join(main.folder, 'a.txt'))).toBe(main.git('ls-files', 'a.txt') !== '');
}
