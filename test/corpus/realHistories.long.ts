import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ItemState, newItem } from '../support/projectLife/item.js';
import { type RealHistory, nextRelease, type RealItem, realHistory } from '../support/realHistory.js';
import { run } from '../support/runCli.js';

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
