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
  const life = new WorktreeLife(openGitRepository(path.join(around, 'my shop')), cli, figures);
  for (const step of steps) await life.take(step);
  await life.end();
  rmSync(around, { recursive: true });
}

/** By hand nobody loses anything that is not meant to be lost. */
const ours: readonly LifeStep['kind'][] = ['create', 'remove', 'removeWithBranch', 'prune', 'killedCreate'];

class WorktreeLife {
  readonly #main: GitRepository;
  readonly #cli: string;
  readonly #figures: LifeFigures;
  /** Where worktrees are made. */
  readonly #beside: string;
  /** What git keeps for the worktrees. */
  readonly #own: string;
  readonly #commits = new Set<string>();
  /** By path: what nobody has committed, nor deleted by hand. */
  readonly #loose = new Map<string, string>();
  /** The same of what was staged: git has it still where the folder was deleted. */
  readonly #staged = new Map<string, string>();
  /** Commits that a ref of the worktree alone leads to. */
  readonly #ownRefs = new Map<Item, string>();
  readonly #stashes = new Set<string>();
  readonly #branches = new Set<string>();
  #number = 0;
  /** The main worktree as it was when somebody last worked there. */
  #mainState: string;

  constructor(main: GitRepository, cli: string, figures: LifeFigures) {
    this.#main = main;
    this.#cli = cli;
    this.#figures = figures;
    this.#beside = `${main.folder}.worktrees`;
    this.#own = path.join(main.folder, '.git/worktrees');
    this.#mainState = this.#readMain();
  }

  async take(step: LifeStep): Promise<void> {
    this.#number++;
    if (ours.includes(step.kind)) await this.#command(step);
    else if (step.kind === 'editMain') this.#editMain();
    else if ('item' in step && !this.#work(step.kind, step.item)) this.#byHand(step.kind, step.item);
    if (!ours.includes(step.kind)) return;
    // Until we run again, what a killed start has made in full may yet be taken back: nobody has committed to its branch.
    if (step.kind !== 'killedCreate') this.#noteBranches();
    this.#expectNothingLost(JSON.stringify(step));
  }

  async end(): Promise<void> {
    const pruned = await this.#told('prune', '--apply');
    this.#expectNothingLost('the last prune');
    this.#noteBranches();
    for (const record of this.#listed().split('\n\n').slice(1)) this.#expectUsable(record, pruned?.['found']);
    this.#expectNothingLeft();
  }

  /** What we do. */
  async #command(step: LifeStep): Promise<void> {
    switch (step.kind) {
      case 'create':
        if (await this.#told('create', step.item)) expect(this.#isThere(step.item), step.item).toBe(true);
        break;
      case 'remove':
      case 'removeWithBranch':
        await this.#remove(step.item, step.kind === 'removeWithBranch');
        break;
      case 'killedCreate':
        killCreate(this.#cli, this.#main.folder, step.item, step.at);
        expect(this.#readMain()).toBe(this.#mainState);
        this.#count(`killed ${step.at}`);
        break;
      default:
        await this.#told('prune', '--apply');
    }
  }

  async #remove(item: Item, isWithBranch: boolean): Promise<void> {
    const removed = await this.#told('remove', item, '--apply', ...(isWithBranch ? ['--delete-branch'] : []));
    if (!removed) return;
    expect(existsSync(this.#placeOf(item))).toBe(false);
    const branch = removed['branch'];
    // What it says stays does so, even if it was a killed start that has made it.
    if (isWithBranch) this.#branches.delete(branchOf(item));
    else if (typeof branch === 'string') this.#branches.add(branch);
  }

  /** What is done in a worktree. @returns whether it is such a thing. */
  #work(kind: LifeStep['kind'], item: Item): boolean {
    switch (kind) {
      case 'edit':
      case 'untracked':
      case 'stage':
        this.#inWorktree(item, ({ git }, place) => {
          this.#write(path.join(place, kind === 'edit' ? 'a.txt' : `new ${kind} ü.txt`));
          if (kind !== 'stage') return;
          git('add', '--all');
          for (const [file, text] of this.#loose) if (file.startsWith(place + path.sep)) this.#staged.set(file, text);
        });
        return true;
      case 'stash':
        this.#inWorktree(item, ({ git }, place) => {
          const before = this.#stashLog();
          if (!this.#ifGitLets(() => git('stash', 'push', '--include-untracked')) || this.#stashLog() === before)
            return;
          this.#stashes.add(git('rev-parse', 'refs/stash'));
          this.#forgetBelow(place);
        });
        return true;
      case 'ownRef':
        this.#inWorktree(item, ({ git }) => {
          const commit = git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', `own ${this.#number}`);
          git('update-ref', 'refs/worktree/mine', commit);
          // A person who sets it again gives up what it led to.
          this.#ownRefs.set(item, commit);
        });
        return true;
      case 'commit':
      case 'looseCommit':
        this.#inWorktree(item, (worktree, place) => this.#commit(item, worktree, place, kind === 'looseCommit'));
        return true;
      default:
        return false;
    }
  }

  #commit(item: Item, worktree: GitRepository, place: string, isLoose: boolean): void {
    // Git refuses it where a start that was killed has left files without an index.
    const detach = (): void => {
      worktree.checkout('--detach');
    };
    if (isLoose && !this.#ifGitLets(detach)) return;
    this.#commits.add(worktree.commit(`work ${this.#number}`, { [`${item}.txt`]: `${this.#number}\n` }));
    // What somebody has committed to is nobody's to take back, however its worktree came to be.
    const branch = worktree.git('branch', '--show-current');
    if (branch !== '') this.#branches.add(branch);
    this.#forgetBelow(place);
  }

  /** What is done to worktrees from outside, without us. */
  #byHand(kind: LifeStep['kind'], item: Item): void {
    const place = this.#placeOf(item);
    switch (kind) {
      case 'lock':
      case 'unlock':
        this.#ifGitLets(() => this.#main.git('worktree', kind, place));
        break;
      case 'merge':
        this.#ifGitLets(() => {
          this.#main.merge(branchOf(item));
        });
        if (existsSync(path.join(this.#main.folder, '.git/MERGE_HEAD'))) this.#main.git('merge', '--abort');
        this.#mainState = this.#readMain();
        break;
      case 'keepCommits':
        this.#keepCommits(item, place);
        break;
      case 'deleteFolder':
        rmSync(place, { recursive: true, force: true });
        this.#forgetBelow(place, this.#loose);
        break;
      case 'bringBack':
        this.#bringBack(place);
        break;
      case 'deleteGitFile':
        rmSync(path.join(place, '.git'), { force: true });
        break;
      case 'emptyFolder':
        mkdirSync(place, { recursive: true });
        break;
      default:
        expect.fail(`nobody plays ${kind}`);
    }
  }

  #keepCommits(item: Item, place: string): void {
    const record = new RegExp(`^worktree ${place}\\nHEAD ([0-9a-f]+)\\ndetached$`, 'm').exec(this.#listed());
    for (const commit of [record?.[1], this.#ownRefs.get(item)]) {
      if (commit === undefined || !this.#ifGitLets(() => this.#main.git('branch', `kept-${commit}`, commit))) continue;
      this.#branches.add(`kept-${commit}`);
    }
  }

  #bringBack(place: string): void {
    // Where there are files they would be written over.
    if (existsSync(place) && readdirSync(place).length > 0) return;
    if (!this.#listed().includes(`worktree ${place}\n`)) return;
    mkdirSync(place, { recursive: true });
    // It fails for a lock that leads nowhere, say of a start that was killed.
    if (!this.#ifGitLets(() => this.#main.git('worktree', 'repair')) || !existsSync(path.join(place, '.git'))) return;
    if (!this.#ifGitLets(() => openGitRepository(place).git('restore', '.'))) return;
    this.#count('brought back');
    for (const [file, text] of this.#staged) if (file.startsWith(place + path.sep)) this.#loose.set(file, text);
  }

  #editMain(): void {
    this.#write(path.join(this.#main.folder, `main ${this.#number % 3}.txt`));
    this.#mainState = this.#readMain();
  }

  /** Runs `worktree`. @returns what it answers; undefined where it is refused. */
  async #told(...args: readonly string[]): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { code, out, err } = await run({ cwd: this.#main.folder }, 'worktree', ...args, '--format', 'json');
    expect(out + err, args.join(' ')).not.toContain('something went wrong');
    expect(this.#readMain(), args.join(' ')).toBe(this.#mainState);
    this.#count(`${args[0] ?? ''} ${code === 0 ? 'done' : 'refused'}`);
    if (code !== 0) return undefined;
    const { answer } = JSON.parse(out) as { readonly answer: { readonly data: Readonly<Record<string, unknown>> } };
    return answer.data;
  }

  #expectNothingLost(after: string): void {
    for (const [file, text] of this.#loose)
      expect(existsSync(file) && readFileSync(file, 'utf8'), `${after}: ${file}`).toBe(text);
    const indexes = this.#ofEach('index');
    for (const [file, text] of this.#staged)
      expect(
        indexes.some((index) => index.includes(hashOfBlob(text))),
        `${after}: ${file}`,
      ).toBe(true);
    for (const stash of this.#stashes) expect(this.#stashLog(), after).toContain(stash);
    const heads = [...this.#ofEach('HEAD'), ...this.#ofEach('refs/worktree/mine')]
      .map((head) => head.toString('utf8').trim())
      .filter((head) => /^[0-9a-f]+$/.test(head) && !/^0+$/.test(head));
    const log = this.#main.git('log', '--all', ...heads, '--decorate=full', '--format=%H;%D');
    for (const commit of [...this.#commits, ...this.#ownRefs.values()]) expect(log, after).toContain(`${commit};`);
    const there = Array.from(log.matchAll(/refs\/heads\/([^,\n]+)/g), ([, branch]) => branch);
    for (const branch of this.#branches) expect(there, after).toContain(branch);
  }

  /** @param record of a worktree, as git lists it. @param found what the last prune said. */
  #expectUsable(record: string, found: unknown): void {
    const place = /^worktree (.*)$/m.exec(record)?.[1] ?? '';
    // What is kept on purpose is told; everything else has a folder that git finds its way from.
    if (/^locked/m.test(record)) expect(record).not.toContain('initializing');
    else if (/^prunable/m.test(record)) {
      expect(found).toContainEqual(expect.objectContaining({ path: place, kept: true }));
      const item = items.find((one) => place === this.#placeOf(one));
      const isStaged = [...this.#staged.keys()].some((file) => file.startsWith(place + path.sep));
      const isOwn = item !== undefined && this.#ownRefs.has(item);
      expect(/^detached$/m.test(record) || isStaged || isOwn, record).toBe(true);
    } else expect(openGitRepository(place).git('rev-parse', '--is-inside-work-tree')).toBe('true');
  }

  #expectNothingLeft(): void {
    const registered = this.#listed();
    for (const name of existsSync(this.#beside) ? readdirSync(this.#beside) : []) {
      const place = path.join(this.#beside, name);
      if (!registered.includes(`worktree ${place}\n`))
        expect(readdirSync(place).length, `${place} is an orphan`).toBeGreaterThan(0);
    }
    expect(existsSync(this.#own) ? readdirSync(this.#own).length : 0).toBe(registered.split('\n\n').length - 1);
    const notes = path.join(this.#main.folder, '.git/pactwright/unfinished');
    expect(existsSync(notes) ? readdirSync(notes) : []).toEqual([]);
    const left = this.#main.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
    // The branch of a worktree that a person has locked stays with it, however it came to be.
    const heldBy = Array.from(registered.matchAll(/^branch refs\/heads\/(.+)$/gm), ([, branch]) => branch ?? '');
    const expected = new Set([...this.#branches, ...heldBy.filter((branch) => branch !== 'main')]);
    // A branch that a killed start has made stays with its worktree, too, where that is kept for a commit beside the branch.
    const kept = items.filter((one) => registered.includes(`worktree ${this.#placeOf(one)}\n`)).map(branchOf);
    const found = left.filter((branch) => branch !== 'main' && (expected.has(branch) || !kept.includes(branch)));
    expect(found.sort()).toEqual([...expected].sort());
    // A commit made in what a killed start has left may have deleted it, and a merge brought that here.
    expect(existsSync(path.join(this.#main.folder, 'a.txt'))).toBe(this.#main.git('ls-files', 'a.txt') !== '');
  }

  #placeOf(item: Item): string {
    return path.join(this.#beside, item);
  }

  #isThere(item: Item): boolean {
    return existsSync(path.join(this.#placeOf(item), '.git'));
  }

  #listed(): string {
    return this.#main.git('worktree', 'list', '--porcelain');
  }

  /** It names HEAD, and the blobs of whatever is not as HEAD has it. */
  #readMain(): string {
    return this.#main.git('status', '--porcelain=v2', '--branch');
  }

  /** Files that git keeps for each of the worktrees alone. */
  #ofEach(file: string): readonly Buffer[] {
    return (existsSync(this.#own) ? readdirSync(this.#own) : [])
      .map((name) => path.join(this.#own, name, file))
      .filter((one) => existsSync(one))
      .map((one) => readFileSync(one));
  }

  #stashLog(): string {
    const file = path.join(this.#main.folder, '.git/logs/refs/stash');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  #forgetBelow(folder: string, ...from: readonly Map<string, string>[]): void {
    for (const files of from.length > 0 ? from : [this.#loose, this.#staged])
      for (const file of [...files.keys()]) if (file.startsWith(folder + path.sep)) files.delete(file);
  }

  #count(what: string): void {
    this.#figures[what] = (this.#figures[what] ?? 0) + 1;
  }

  #noteBranches(): void {
    for (const one of items)
      if (this.#isThere(one) && !existsSync(path.join(this.#own, one, 'locked'))) this.#branches.add(branchOf(one));
  }

  #write(file: string): void {
    const text = `${this.#number}\n`;
    writeFiles(path.dirname(file), { [path.basename(file)]: text });
    this.#loose.set(file, text);
  }

  #inWorktree(item: Item, act: (worktree: GitRepository, place: string) => void): void {
    if (!this.#isThere(item)) return;
    this.#count('work');
    act(openGitRepository(this.#placeOf(item)), this.#placeOf(item));
  }

  #ifGitLets(act: () => void): boolean {
    try {
      act();
      return true;
    } catch {
      this.#count('git refused');
      return false;
    }
  }
}
