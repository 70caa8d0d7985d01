import { documentKinds } from '../../documents/registry.js';
import { parseItemId } from '../../documents/itemId.js';
import { excerpt } from '../../base/excerpt.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { defineOperation } from '../operation.js';
import { itemField } from '../support/fields.js';
import { requireItem } from '../support/itemBranch.js';

/** As GitHub shows a title in a list. */
const longestTitle = 70;

/** In UTF-16 units. GitHub takes no more: https://docs.github.com/en/rest/pulls. */
const longestBody = 60_000;

/** Opens the pull request of an item. */
export const pr = defineOperation({
  name: 'pr',
  group: 'delivery',
  summary: 'Pushes the branch of an item and opens its pull request on GitHub',
  details:
    'Runs the gate `done` first and uses its report as the description. Uses the current branch, the remote `origin` (or the first one) and the GitHub CLI, `gh`. Fails on the branch that work is merged into, and if the branch already has a pull request. `pactwright ci` shows what CI says about it afterwards.',
  example: { item: 'STORY-042' },
  fields: { item: itemField },
  reads: documentKinds,
  needs: 'documents',
  writes: true,
  asksGates: true,
  plan: async ({ project, configuration, delivery }, { item: id }) => {
    const item = createTraceGraph(project, configuration).item(id);
    if (!item) requireItem(project, id);
    const desk = await delivery();
    const { gh, branch, base, remote } = await desk.pullRequestPlace();
    const type = parseItemId(id)?.type === 'STORY' ? 'feat' : 'fix';
    const title = excerpt(`${type}: ${(item && itemTitle(item)) ?? id} (${id})`, longestTitle);
    return {
      gates: [{ gate: 'done', item: id }],
      steps: [
        {
          kind: 'program',
          summary: `push ${branch} to ${remote}`,
          program: 'git',
          args: ['push', '--set-upstream', remote, `refs/heads/${branch}:refs/heads/${branch}`],
        },
        {
          kind: 'program',
          summary: 'open the pull request with the gate report as its description',
          program: gh,
          args: ['pr', 'create', `--head=${branch}`, `--base=${base}`, `--title=${title}`, '--body-file=-'],
          // As an argument it would be longer than some systems take.
          input: pullRequestBody(await desk.gateReport('done', id)),
        },
      ],
      answer: {
        message: `opened the pull request of ${id} from ${branch} to ${base}`,
        data: { item: id, branch, base, title },
      },
    };
  },
});

/** A report as the text of a pull request: cut where it is too long for one. */
export function pullRequestBody(report: string): string {
  if (report.length <= longestBody) return report;
  // A character that is cut in two is left out.
  return `${report.slice(0, longestBody).replace(/\p{Cs}$/u, '')}\n\n…\n`;
}
