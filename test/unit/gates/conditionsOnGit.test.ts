import { describe, expect, it } from 'vitest';
import { branch } from '../../../server/src/gates/conditions/branch.js';
import { commits } from '../../../server/src/gates/conditions/commits.js';
import { history } from '../../../server/src/gates/conditions/history.js';
import { scope } from '../../../server/src/gates/conditions/scope.js';
import type { GateContext } from '../../../server/src/gates/condition.js';
import { createTraceGraph } from '../../../server/src/trace/createTraceGraph.js';
import { type ExpectedOutcome, gateContext } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';
import { cloneRepository, firstCommitAt, type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { openGitIndex } from '../../support/openGitIndex.js';
import { openWork } from '../../support/openWork.js';
import { parseRuleFixture } from '../../support/ruleFixture.js';
import { tried } from '../../support/runs.js';

/** What the conditions that look at real git are asked about: each part of the history is made by git itself. */
interface Case {
  readonly name: string;
  /** On the item's branch, which has one commit of the work. @returns the repository to look at, where it is another one. */
  readonly happens: (repository: GitRepository) => GitRepository | undefined;
  /** The states that are not `pass`. */
  readonly expected?: Readonly<Record<string, ExpectedOutcome['state']>>;
  /** The spec was frozen at the commit before the work. */
  readonly frozen?: true;
}

const source = gateProject({ more: '=== configuration\nconventions: { branches: required, commits: required }\n' });

const cases: readonly Case[] = [
  { name: 'work as it should be', happens: () => undefined },
  {
    name: 'a new message for the last commit',
    happens: ({ git }) => void git('commit', '--amend', '--quiet', '-m', 'STORY-001: Keep the whole cart'),
  },
  {
    name: 'a commit done again, with more in it',
    happens: ({ git, commit }) => {
      git('reset', '--quiet', '--soft', 'HEAD~1');
      commit('STORY-001: Keep it, in a store', { 'src/store/a.ts': '1' });
      return undefined;
    },
  },
  {
    name: 'a rebase onto what is new',
    frozen: true,
    happens: ({ checkout, commit, rebase }) => {
      checkout('main');
      commit('STORY-002: search', { 'src/search.ts': '1' });
      checkout('feature/STORY-001');
      rebase('main');
      return undefined;
    },
  },
  {
    name: 'a rebase that takes the frozen base along',
    frozen: true,
    happens: ({ git, checkout, commit, rebase }) => {
      git('branch', '--force', 'main', 'HEAD~2');
      checkout('main');
      commit('STORY-002: search', { 'src/search.ts': '1' });
      checkout('feature/STORY-001');
      rebase('main');
      return undefined;
    },
  },
  {
    name: 'a merge of what is new',
    frozen: true,
    happens: ({ checkout, commit, merge }) => {
      checkout('main');
      commit('STORY-002: search', { 'src/search.ts': '1' });
      checkout('feature/STORY-001');
      merge('main');
      return undefined;
    },
  },
  {
    name: 'two commits made one',
    happens: ({ git, commit }) => {
      commit('STORY-001: Test it', { 'test/cart.test.ts': '// STORY-001/AC1 again\n' });
      git('reset', '--quiet', '--soft', 'HEAD~2');
      commit('STORY-001: Keep the cart, with its test');
      return undefined;
    },
  },
  {
    name: 'a clone',
    happens: (repository) => cloneRepository(repository, '--branch', 'feature/STORY-001'),
  },
  {
    name: 'a clone that builds one commit',
    happens: (repository) => {
      const clone = cloneRepository(repository);
      clone.checkout('origin/feature/STORY-001');
      return clone;
    },
    expected: { history: 'unknown' },
  },
  {
    name: 'the branch merged',
    happens: ({ checkout, merge }) => {
      checkout('main');
      merge('feature/STORY-001', 'Merge STORY-001');
      return undefined;
    },
  },
  {
    name: 'a commit thrown away',
    happens: ({ git, commit }) => {
      commit('STORY-001: Test it', { 'test/cart.test.ts': '// STORY-001/AC1 again\n' });
      git('reset', '--quiet', '--hard', 'HEAD~1');
      return undefined;
    },
    expected: { history: 'fail' },
  },
  {
    name: 'a frozen base that is gone',
    frozen: true,
    happens: ({ git, commit }) => {
      git('checkout', '--quiet', '-B', 'feature/STORY-001', 'HEAD~2');
      commit('STORY-001: Keep the cart', { 'src/cart.ts': 'export const cart = () => 3;\n' });
      return undefined;
    },
    expected: { history: 'fail' },
  },
  {
    name: 'the same file changed by others meanwhile',
    happens: ({ checkout, commit }) => {
      checkout('main');
      commit('STORY-002: The cart, too', { 'src/cart.ts': 'export const cart = () => 4;\n' });
      checkout('feature/STORY-001');
      return undefined;
    },
    expected: { branch: 'fail' },
  },
  {
    name: 'work on the default branch, under no name',
    happens: ({ checkout, commit }) => {
      checkout('main');
      commit('Tidy up', { 'src/cart.ts': 'export const cart = () => 5;\n', 'src/other.ts': '1' });
      return undefined;
    },
    expected: { branch: 'fail', commits: 'fail', scope: 'fail' },
  },
];

/** The context of a case, with the git facts and the work that real git tells. */
async function contextOf({ happens, frozen }: Case): Promise<GateContext> {
  const repository = gitRepository();
  repository.commit('Begin', { 'README.md': '# Shop\n' });
  const { files } = parseRuleFixture(source);
  const base = repository.commit('Plan STORY-001', Object.fromEntries(files.map(({ path, text }) => [path, text])));
  repository.branch('feature/STORY-001');
  repository.commit('STORY-001: Keep the cart', { 'src/cart.ts': 'export const cart = () => 2;\n' });
  const { folder } = happens(repository) ?? repository;
  const { index } = openGitIndex(folder);
  await index.refresh();
  const stated = await gateContext({
    project: source,
    ...(frozen ? { log: [{ kind: 'frozen', item: 'STORY-001', base, spec: '', hash: '' }] } : {}),
  });
  const project = { ...stated.project, git: index.facts() };
  const trace = createTraceGraph(project, stated.configuration);
  const opened = openWork(folder);
  return {
    ...stated,
    project,
    trace,
    item: trace.item('STORY-001') ?? stated.item,
    work: () => opened.read(frozen ? { frozenBase: base } : {}),
    now: firstCommitAt + 24 * 60 * 60 * 1000,
  };
}

describe('the conditions that look at git', () => {
  const some = cases.filter(({ name, expected }) => expected !== undefined || name.startsWith('a rebase'));
  it.each(tried(cases, some))('judge $name', async (stated) => {
    const context = await contextOf(stated);
    const states: Record<string, string> = {};
    const told: string[] = [];
    for (const condition of [branch, commits, history, scope]) {
      const { state, summary, problems = [] } = await condition.check(context);
      if (state === 'pass') continue;
      states[condition.name] = state;
      told.push(`${condition.name}: ${[summary, ...problems.map(({ message }) => message)].join('; ')}`);
    }
    expect(states, told.join('\n')).toEqual(stated.expected ?? {});
  });
});
