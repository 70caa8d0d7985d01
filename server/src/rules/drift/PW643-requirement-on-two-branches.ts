import { branchWork } from '../../trace/branchWork.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Branch, GitHistory } from '../../workspace/git/gitFacts.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';
import { isDone } from './boardState.js';

export const requirementOnTwoBranches = defineRule({
  code: 'PW643',
  name: 'requirement-on-two-branches',
  summary: 'Two branches work on the same requirement',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Two people or agents build the same thing, and one of the two is thrown away when the second branch is merged.',
  fix: 'Keep one of the branches, or say in the commits which requirement each works on (`R1`, `AC2`). Reported for branches that name the item and hold commits that the default branch does not. Branches whose commits name different requirements are fine; a branch whose commits name none works on all of them. A branch that continues another one, branches of forks, and items that are done, do not count.',
  pactkit: 'PactKit does not check this.',
  *check(document, { git, item, archived }) {
    const history = git?.history;
    if (!history || !item || item.spec !== document || archived || isDone(item)) return;
    const claims = branchesAtWork(item, history).map((branch) => ({ branch, parts: claimedBy(branch, item, history) }));
    for (const [at, { branch, parts }] of claims.entries())
      for (const other of claims.slice(at + 1)) {
        // One continues the other.
        if (history.leadsTo(branch.tip, other.branch.tip) || history.leadsTo(other.branch.tip, branch.tip)) continue;
        const shared =
          parts && other.parts
            ? [...parts].filter((id) => other.parts?.has(id))
            : [...(parts ?? other.parts ?? [item.id])];
        if (shared.length === 0) continue;
        const [first = ''] = shared;
        const place = document.model.requirements.find(({ id }) => id === first)?.idSpan ?? titlePlace(document);
        yield {
          span: place,
          anchor: `${branch.name} ${other.branch.name}`,
          message: `${branch.name} and ${other.branch.name} both work on ${shared.join(', ')}, so one of the two will be thrown away. Keep one, or divide the requirements.`,
          commits: [branch.tip, other.branch.tip],
        };
      }
  },
});

/** The branches of the item that are not merged; of a branch here and on its remote, the one here. */
function branchesAtWork({ branches }: ItemTrace, history: GitHistory): readonly Branch[] {
  const local = new Set(branches.filter(({ remote }) => remote === undefined).map(({ name }) => name));
  return branches.filter(
    (branch) => (branch.remote === undefined || !local.has(branch.name)) && branchWork(history, branch) !== undefined,
  );
}

/** The requirements that a branch's commits name, themselves or by a criterion; undefined if they name none. */
function claimedBy(branch: Branch, { coverage }: ItemTrace, history: GitHistory): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  for (const { subject } of branchWork(history, branch)?.commits ?? [])
    for (const id of subject.match(/\b(?:R|AC)\d+\b/gu) ?? []) {
      const cited = coverage.criteria.find(({ criterion }) => criterion.id === id)?.requirements ?? [];
      for (const one of id.startsWith('R') ? [id] : cited) found.add(one);
    }
  return found.size === 0 ? undefined : found;
}
