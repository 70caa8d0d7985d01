import { count } from '../../base/count.js';
import { documentKinds } from '../../documents/registry.js';
import { filterBaselined, readBaseline } from '../../rules/baseline.js';
import { isDriftCode } from '../../rules/driftCodes.js';
import type { Finding } from '../../rules/finding.js';
import type { Project } from '../../workspace/project.js';
import { defineOperation, type OperationWorkspace } from '../operation.js';
import { contextFacts } from '../support/contextFacts.js';
import { judged } from '../support/judged.js';

/** Says on one page where a project is. */
export const status = defineOperation({
  name: 'status',
  group: 'documents',
  summary: 'Shows sprint, findings and git on one page, to start a session with',
  details:
    'Counts the items of the board by section, the findings of all rules (without those of the baseline) and those of them that are drift, and shows the branch, uncommitted files and worktrees. `next` says what is ready to work on.',
  example: {},
  fields: {},
  reads: documentKinds,
  needs: 'git',
  writes: false,
  plan: async (workspace) => {
    const { project, now } = workspace;
    const { counts, current } = contextFacts(project, now);
    const findings = await findingsOf(workspace);
    const health = {
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
      hints: findings.filter(({ severity }) => severity === 'info').length,
      drift: findings.filter(({ code, severity }) => severity !== 'info' && isDriftCode(code)).length,
    };
    const git = gitStatus(project);
    const lines = [
      counts
        ? `Sprint: ${counts.inProgress} in progress, ${counts.backlog} in the backlog, ${counts.done} done`
        : 'Sprint: there is no board (`pactwright new-board` creates one)',
      ...current.map((item) => `  ${item}`),
      `Findings: ${count(health.errors, 'error')}, ${count(health.warnings, 'warning')}, ${count(health.hints, 'hint')} (\`pactwright lint --git\`)`,
      ...(health.drift === 0 ? [] : [`  ${health.drift} out of sync (\`pactwright drift\`)`]),
      ...git.lines,
    ];
    return {
      answer: {
        message: lines.join('\n'),
        data: { sprint: counts ?? null, inProgress: current, findings: health, git: git.data },
      },
    };
  },
});

/** What all rules say, except for what the baseline accepts. */
async function findingsOf(workspace: OperationWorkspace): Promise<readonly Finding[]> {
  const { configuration, readFile } = workspace;
  const findings = [...(await judged(workspace)).values()].flat();
  const text = await readFile(configuration.baseline);
  const read = text === undefined ? undefined : readBaseline(text);
  return read?.kind === 'baseline' ? filterBaselined(findings, read.baseline) : findings;
}

interface GitStatus {
  readonly lines: readonly string[];
  readonly data: Readonly<Record<string, unknown>> | null;
}

function gitStatus({ git }: Project): GitStatus {
  const notices = (git?.notices ?? []).map(({ message }) => `  ${message}`);
  if (!git?.history) return { lines: notices.length === 0 ? ['Git: not read'] : ['Git:', ...notices], data: null };
  const { head, uncommitted, worktrees, defaultBranch } = git.history;
  const branch = head.branch ?? `no branch (${head.commit?.slice(0, 8) ?? 'no commit'})`;
  return {
    lines: [
      `Git: ${branch}, ${uncommitted.size === 0 ? 'nothing uncommitted' : count(uncommitted.size, 'uncommitted file')}, ${count(worktrees.length, 'worktree')}`,
      ...notices,
    ],
    data: {
      branch: head.branch ?? null,
      commit: head.commit ?? null,
      defaultBranch: defaultBranch ?? null,
      uncommitted: [...uncommitted].sort(),
      worktrees: worktrees.map(({ path }) => path),
    },
  };
}
