import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ItemState, newItem } from '../support/projectLife/item.js';
import { bundledCli } from '../support/bundledCli.js';
import { type RealHistory, nextRelease, type RealItem, realHistory } from '../support/realHistory.js';
import { run } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/**
 * Documents are made for the pull requests of real projects, so that all that `drift` says at `warning` or `error` is false; then 50 drifts are
 * put in, which it has to find. The clones are not part of this repository:
 *
 *     PACTWRIGHT_HISTORIES=../click:../pflag npx vitest run --config vitest.long.config.mts test/corpus/realHistories.long.ts
 */
const clones = (process.env['PACTWRIGHT_HISTORIES'] ?? '').split(path.delimiter).filter(Boolean);
const unset = clones.length === 0 ? ' (skipped: the variable PACTWRIGHT_HISTORIES is not set)' : '';

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly path: string;
  readonly message: string;
}

/** What goes wrong with an item. */
interface Drift {
  readonly name: string;
  readonly change: (item: ItemState, all: readonly ItemState[]) => ItemState;
  /** Whether the archive has it, too. */
  readonly isArchived?: true;
  /** Whether it is about an item of its own that is being built. */
  readonly isNew?: true;
  /** What else happens, in git. */
  readonly happens?: (history: RealHistory, item: RealItem) => boolean;
}

const perDrift = 5;

const drifts: readonly Drift[] = [
  { name: 'status behind', change: (item) => ({ ...item, status: 'In Progress' }) },
  { name: 'on the board and in the archive', change: (item) => item, isArchived: true },
  { name: 'still in progress', change: (item) => ({ ...item, stage: 'inProgress' }) },
  {
    name: 'task open again',
    change: (item) => ({ ...item, tasks: item.tasks.map((task, at) => ({ ...task, checked: at > 0 })) }),
  },
  {
    name: 'another title on the board',
    change: (item) => ({ ...item, replaced: { ...item.replaced, entry: [[item.title, 'Something else entirely']] } }),
  },
  { name: 'entry without spec', change: (item) => ({ ...item, hasSpec: false, hasCase: false }) },
  {
    name: 'waits for what is not done',
    isNew: true,
    change: (item, all) => ({ ...item, dependsOn: all.find(({ stage }) => stage === 'backlog')?.id ?? '' }),
  },
  { name: 'back in the backlog', change: (item) => ({ ...item, stage: 'backlog' }) },
  {
    name: 'reverted',
    change: (item) => item,
    happens: ({ repository: { git } }, { commit }) => {
      const isMerge = git('rev-list', '--parents', '-1', commit).split(' ').length > 2;
      try {
        git('revert', '--no-edit', ...(isMerge ? ['-m', '1'] : []), commit);
        return true;
      } catch {
        git('revert', '--abort');
        return false;
      }
    },
  },
  {
    name: 'done on a branch that was not merged',
    isNew: true,
    change: (item) => ({
      ...item,
      stage: 'done',
      status: 'Done',
      tasks: item.tasks.map((task) => ({ ...task, checked: true })),
    }),
    happens: ({ repository }, { state: { id } }) => {
      const { git } = repository;
      const branch = git('symbolic-ref', '--short', 'HEAD');
      repository.branch(`feature/${id}`);
      repository.commit(`${id}: Build it`, { [`src/${id}.txt`]: `${id}\n` });
      repository.checkout(branch);
      return true;
    },
  },
];

async function drift({ repository: { folder } }: RealHistory): Promise<readonly Finding[]> {
  const { out } = await run({ cwd: folder }, 'drift', '--format', 'json');
  const { findings } = JSON.parse(out) as { findings: Finding[] }; // our own format, tested elsewhere
  return findings.filter(({ severity }) => severity === 'warning' || severity === 'error');
}

/** An item that is being built, for the next release. */
const begun = (number: number): ItemState => ({
  ...newItem(number),
  stage: 'inProgress',
  status: 'In Progress',
  release: nextRelease,
});

const keyOf = ({ code, path: file, message }: Finding): string => `${code} ${file} ${message}`;

describe.skipIf(clones.length === 0)(`real histories${unset}`, () => {
  it.each(clones)(
    'of %s',
    async (clone) => {
      const history = realHistory(clone, 120);
      const { items } = history;
      const planned = { ...newItem(9000), status: 'Draft' as const };
      const true_ = [...items.map(({ state }) => state), planned];
      history.document(true_);
      const said = await drift(history);
      const known = new Set(said.map(keyOf));
      const free = [...items];
      const changed = new Map(true_.map((state) => [state.id, state]));
      const chosen: { readonly drift: Drift; readonly item: RealItem }[] = [];
      // What is undone has to be new enough for git to undo it.
      for (const one of drifts.toSorted((a, b) => Number(b.happens !== undefined) - Number(a.happens !== undefined)))
        for (let left = perDrift; left > 0 && free.length > 0;) {
          const next = free.splice(one.happens ? 0 : Math.floor(free.length / 2), 1);
          const item = next.map((real) => (one.isNew ? { ...real, state: begun(9100 + chosen.length) } : real))[0];
          if (!item || one.happens?.(history, item) === false) continue;
          left--;
          chosen.push({ drift: one, item });
          changed.set(item.state.id, one.change(item.state, true_));
        }
      const archived = chosen
        .filter((one) => one.drift.isArchived)
        .map(({ item: { state } }) => `### [${state.id}] ${state.title}\n\n- [x] Model\n- [x] View\n`);
      history.document(
        changed.values(),
        new Map([['docs/product/archive/archive_202602.md', `# Archive 2026-02\n\n${archived.join('\n')}`]]),
      );
      const now = (await drift(history)).filter((finding) => !known.has(keyOf(finding)));
      const names = ({ path: file, message }: Finding, id: string): boolean =>
        file.includes(id) || message.includes(id) || message.startsWith(`${perDrift} entries`);
      const missed = chosen.filter(({ item }) => !now.some((finding) => names(finding, item.state.id)));
      const besides = now.filter((finding) => !chosen.some(({ item }) => names(finding, item.state.id)));
      process.stdout.write(
        [
          '',
          `${clone}: ${history.commits} commits, ${items.length} items`,
          `false before: ${said.length}`,
          ...said.map((one) => `  ${keyOf(one)}`),
          `found: ${chosen.length - missed.length} of ${chosen.length}; said of others: ${besides.length}; said of these: ${now.length - besides.length}`,
          `by rule: ${[...new Set(now.map(({ code }) => code))]
            .sort()
            .map((code) => `${code} ${now.filter((one) => one.code === code).length}`)
            .join(', ')}`,
          ...missed.map(({ drift: { name }, item }) => `  missed: ${name} ${item.state.id}`),
          ...besides.map((one) => `  of others: ${keyOf(one)}`),
          '',
        ].join('\n'),
      );
      expect(items.length).toBeGreaterThanOrEqual(drifts.length * perDrift);
      expect(said.length + besides.length).toBeLessThanOrEqual(0.02 * (said.length + now.length));
      expect(missed.length).toBeLessThanOrEqual(2);
    },
    20 * 60_000,
  );
});

/** How people bring a commit into a branch: each runs the hooks of git as it does, or does not. */
const ways: readonly (readonly (readonly string[])[])[] = [
  [['commit']],
  [['commit'], ['commit', '--amend', '--no-edit']],
  [['commit'], ['checkout', '-q', '-b', 'side', 'HEAD^'], ['cherry-pick', 'live'], ['checkout', '-q', 'live'], ['branch', '-D', 'side']],
  [['checkout', '-q', '-b', 'side'], ['commit'], ['checkout', '-q', 'live'], ['merge', '--no-ff', '-m', 'Merge side', 'side'], ['branch', '-D', 'side']],
  [['commit'], ['revert', '--no-edit', 'HEAD'], ['revert', '--no-edit', 'HEAD']],
  [['commit'], ['rebase', '--force-rebase', '-q', 'HEAD^^']],
  [['stash', '-q'], ['stash', 'pop', '-q', '--index'], ['commit']],
]; // prettier-ignore
const mostReplayed = 40;

describe.skipIf(clones.length === 0)(`real commits with agents and hooks${unset}`, () => {
  const cli = bundledCli();

  // Items are being built, and nobody goes around the hooks or changes what calls us: all that is said of that is false.
  it.each(clones)(
    'of %s',
    async (clone) => {
      const history = realHistory(clone, 200);
      const { repository, items } = history;
      const { git, folder } = repository;
      const home = temporaryFolder();
      const env = { ...process.env, HOME: home, PACTWRIGHT_STATE: path.join(home, 'state') };
      git('config', 'user.name', 'Ann');
      git('config', 'user.email', 'ann@example.org');
      const play = (...args: readonly string[]): boolean =>
        spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' }).status === 0;
      const real = git('log', '--first-parent', '--reverse', '--format=%H %P', '-n', String(mostReplayed)).split('\n');
      git('checkout', '--quiet', '-b', 'live', `${real[0]?.split(' ')[0] ?? ''}^`);
      history.document(items.map(({ state }) => ({ ...state, stage: 'inProgress', status: 'In Progress' })));
      expect(await run({ cwd: folder, script: cli, home }, 'init', '--agents', 'claude,codex,gemini')).toMatchObject({
        code: 0,
        err: '',
      });
      git('add', '--all');
      git('commit', '--quiet', '--message', 'Deploy to agents');
      let made = 0;
      for (const [at, line] of real.entries()) {
        const [hash = '', , second] = line.split(' ');
        const message = git('log', '-1', '--format=%B', hash);
        const way = ways[at % ways.length] ?? [];
        play('cherry-pick', '--no-commit', ...(second === undefined ? [] : ['-m', '1']), hash);
        const done = way.every(([verb = '', ...rest]) =>
          play(verb, ...rest, ...(verb === 'commit' && rest.length === 0 ? ['-m', message] : [])),
        );
        if (done) made++;
        else {
          for (const verb of ['cherry-pick', 'revert', 'rebase', 'merge']) play(verb, '--abort');
          play('checkout', '-q', '--force', 'live');
          play('branch', '-D', 'side');
          play('clean', '-qfd');
        }
      }
      const said = async (): Promise<readonly string[]> =>
        (await drift(history)).filter(({ code }) => /^PW64[56]$/u.test(code)).map(keyOf);
      const before = await said();
      const [one, other] = items.map(({ state: { id } }) => id);
      repository.write({ 'around.txt': 'hooks\n' });
      play('add', 'around.txt');
      expect(play('commit', '--no-verify', '-m', `${one ?? ''}: around the hooks`)).toBe(true);
      repository.write({ '.claude/settings.json': '{}\n' });
      expect(play('commit', '--no-verify', '-a', '-m', `${other ?? ''}: without hooks`)).toBe(true);
      const now = (await said()).filter((finding) => !before.includes(finding));
      process.stdout.write(
        [
          '',
          `${clone}: ${made} of ${real.length} commits made`,
          `false: ${before.length}`,
          ...before,
          `then: ${now.length}`,
          ...now,
          '',
        ].join('\n'),
      );
      expect(made).toBeGreaterThan(mostReplayed / 2);
      expect(before).toEqual([]);
      expect(now.map((finding) => finding.slice(0, 5)).sort()).toEqual(['PW645', 'PW646', 'PW646']);
    },
    20 * 60_000,
  );
});
