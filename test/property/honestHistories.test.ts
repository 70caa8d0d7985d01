import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GitRepository, gitRepository } from '../support/gitRepository.js';
import { openWork } from '../support/openWork.js';
import { runs } from '../support/runs.js';

const branch = 'feature/STORY-001';
const spec = 'docs/specs/STORY-001.md';

/** What people do in the middle of the work on an item; each adds lines that tell whose they are. */
const deeds = [
  'own',
  'own in the shared file',
  'own without a name',
  'of the other item',
  'of the other item in the shared file',
  'on main',
  'on main in the shared file',
  'on main, in a merge',
  'on main, a file removed',
  'merge',
  'merge with a conflict',
  'octopus',
  'rebase',
  'squash',
  'squash merged, and on',
] as const;

type Deed = (typeof deeds)[number];

interface Life {
  readonly spec: 'on main' | 'on the branch';
  readonly isFrozen: boolean;
  readonly deeds: readonly Deed[];
  readonly end: 'branch' | 'merge queue';
}

const lives: fc.Arbitrary<Life> = fc.record({
  spec: fc.constantFrom('on main', 'on the branch'),
  isFrozen: fc.boolean(),
  deeds: fc.array(fc.constantFrom(...deeds), { minLength: 3, maxLength: 9 }),
  end: fc.constantFrom('branch', 'branch', 'merge queue'),
});

const still = Array.from({ length: 8 }, (_, line) => `still ${line}`).join('\n');
const names = ['own', 'other', 'main'] as const;

/** A file in which each has a part far from the others'. */
function shared(parts: Readonly<Record<(typeof names)[number], readonly string[]>>): string {
  return names.map((name) => [`# ${name}`, ...parts[name], still].join('\n')).join('\n') + '\n';
}

class Player {
  readonly repository: GitRepository = gitRepository();
  #count = 0;
  frozenBase: string | undefined;

  live({ spec: where, isFrozen, deeds: all, end }: Life): void {
    const { repository } = this;
    repository.commit('Begin', {
      'shared.txt': shared({ own: [], other: [], main: [] }),
      'main.txt': 'main\n',
      'old.txt': 'old\n',
    });
    if (where === 'on main') repository.commit('STORY-001: plan', { [spec]: '# STORY-001: x\n' });
    repository.branch(branch);
    if (where === 'on the branch') repository.commit('STORY-001: plan', { [spec]: '# STORY-001: x\n' });
    if (isFrozen) this.frozenBase = repository.git('rev-parse', 'HEAD');
    for (const deed of all) this.#do(deed);
    this.#do('own');
    if (end === 'merge queue') {
      repository.git('checkout', '--quiet', '-b', 'gh-readonly-queue/main/pr-1', 'main');
      repository.git('merge', '--quiet', '--no-ff', '-m', `Merge pull request #1 from x/${branch}`, branch);
    }
  }

  #do(deed: Deed): void {
    const { repository } = this;
    const { git } = repository;
    const number = ++this.#count;
    // Who makes one commit of all takes the other item's work into it.
    if (deed.startsWith('squash') && git('log', '--format=%s', 'main..HEAD').includes('STORY-002')) return;
    switch (deed) {
      case 'own':
      case 'own without a name':
        this.#commit(deed === 'own' ? `STORY-001: own ${number}` : `Tidy ${number}`, {
          [`own-${number}.txt`]: `own ${number}\n`,
        });
        return;
      case 'own in the shared file':
        this.#commit(`STORY-001: own ${number}`, this.#add('own', number));
        return;
      case 'of the other item':
        this.#commit(`STORY-002: other ${number}`, { 'other.txt': `other ${number}\n` });
        return;
      case 'of the other item in the shared file':
        this.#commit(`STORY-002: other ${number}`, this.#add('other', number));
        return;
      case 'on main':
        this.#onMain(() => {
          this.#commit(`Main ${number} (#${number})`, { 'main.txt': `main ${number}\n` }, 'Bob');
        });
        return;
      case 'on main in the shared file':
        this.#onMain(() => {
          this.#commit(`STORY-003: main ${number}`, this.#add('main', number), 'Bob');
        });
        return;
      case 'on main, in a merge':
        this.#onMain(() => {
          repository.branch(`side-${number}`);
          this.#commit(`Side ${number}`, { [`side-${number}.txt`]: `main ${number}\n` }, 'Bob');
          repository.checkout('main');
          git('merge', '--quiet', '--no-ff', '--no-commit', `side-${number}`);
          // What a merge on main changes itself is main's.
          this.#commit(`Merge side-${number}`, { [`side-${number}.txt`]: `main, merged ${number}\n` }, 'Bob');
        });
        return;
      case 'on main, a file removed':
        this.#onMain(() => {
          this.#commit(`Remove ${number}`, { 'old.txt': null, [`new-${number}.txt`]: 'main\n' }, 'Bob');
        });
        return;
      case 'merge':
        this.#try('merge', 'main');
        return;
      case 'merge with a conflict':
        this.#conflict(number);
        return;
      case 'octopus':
        repository.git('checkout', '--quiet', '-b', `octopus-${number}`, 'main');
        this.#commit(`STORY-002: octopus ${number}`, { [`octopus-${number}.txt`]: `other ${number}\n` }, 'Bob');
        repository.checkout(branch);
        this.#try('merge', 'main', `octopus-${number}`);
        return;
      case 'rebase':
        this.#try('rebase', 'main');
        return;
      case 'squash':
        this.#squash(`STORY-001: own, squashed ${number}`);
        return;
      case 'squash merged, and on':
        // The first part is on main by the squash of a pull request; the branch goes on.
        this.#try('merge', 'main');
        if (git('log', '--format=%s', 'HEAD..main') !== '') return;
        this.#onMain(() => {
          git('merge', '--quiet', '--squash', branch);
          repository.commit(`STORY-001: a part (#${number})`, {}, { author: 'Bob' });
        });
        this.#try('merge', 'main');
        return;
    }
  }

  /** Gives up where both changed the same. */
  #try(how: 'merge' | 'rebase', ...what: readonly string[]): void {
    const { git } = this.repository;
    try {
      if (how === 'rebase') git('rebase', '--quiet', ...what);
      else git('merge', '--quiet', '-m', `Merge branch '${what.join("', '")}' into ${branch}`, ...what);
    } catch {
      if (how === 'rebase') git('rebase', '--abort');
      else git('reset', '--quiet', '--hard');
    }
  }

  #commit(subject: string, files: Readonly<Record<string, string | null>>, author = 'Ann'): void {
    this.repository.commit(subject, files, { author });
  }

  #onMain(work: () => void): void {
    this.repository.checkout('main');
    work();
    this.repository.checkout(branch);
  }

  /** Adds a line to a part of the shared file. */
  #add(part: (typeof names)[number], number: number): Readonly<Record<string, string>> {
    const text = this.repository.git('show', 'HEAD:shared.txt');
    return { 'shared.txt': `${text.replace(`# ${part}\n`, `# ${part}\n${part} ${number}\n`)}\n` };
  }

  /** Both sides add a line at one place; who merges keeps both. */
  #conflict(number: number): void {
    const { repository } = this;
    this.#commit(`STORY-001: own ${number}`, this.#add('own', number));
    this.#onMain(() => {
      const text = repository.git('show', 'HEAD:shared.txt');
      this.#commit(
        `Main ${number}`,
        { 'shared.txt': `${text.replace('# own\n', `# own\nmain ${number}\n`)}\n` },
        'Bob',
      );
    });
    try {
      repository.git('merge', '--quiet', '-m', `Merge branch 'main' into ${branch}`, 'main');
    } catch {
      const text = repository.git('show', ':2:shared.txt');
      const theirs = repository.git('show', ':3:shared.txt');
      const added = theirs.split('\n').filter((line) => line.startsWith('main ') && !text.includes(line));
      repository.commit(`Merge branch 'main' into ${branch}`, {
        'shared.txt': `${text.replace('# own\n', `# own\n${added.join('\n')}\n`)}\n`,
      });
    }
  }

  #squash(subject: string): void {
    const { git } = this.repository;
    git('reset', '--quiet', '--soft', git('merge-base', 'HEAD', 'main'));
    if (git('status', '--porcelain') !== '') this.repository.commit(subject, {}, { author: 'Ann' });
  }
}

/** What people wrote in the lines that a change brought or took. */
function linesOf(before = '', after = ''): readonly string[] {
  const [was, is] = [before.split('\n'), after.split('\n')];
  return [...is.filter((line) => !was.includes(line)), ...was.filter((line) => !is.includes(line))];
}

test(
  'what honest people merge, rebase and squash in between is never the item’s work',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const player = new Player();
        player.live(life);
        const { repository, frozenBase } = player;
        const work = await openWork(repository.folder).work({ frozenBase });
        const foreign = work.changes
          .filter(({ path }) => path !== spec)
          .flatMap(({ path, before, after }) =>
            linesOf(before, after).flatMap((line) =>
              line === '' || line.startsWith('own') ? [] : [`${path}: ${line}`],
            ),
          );
        expect(foreign).toEqual([]);
        const commits = work.commits.filter(({ parents, others }) => parents.length < 2 && !others);
        expect(
          commits.map(({ subject }) => subject).filter((subject) => !/^(?:STORY-001|Tidy)/u.test(subject)),
        ).toEqual([]);
      }),
      { numRuns: runs(150, 10) },
    );
  },
);
