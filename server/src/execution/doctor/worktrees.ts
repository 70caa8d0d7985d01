import type { Flaw } from '../../reports/flaws.js';
import type { Examination } from './patient.js';

/** Worktrees whose folder is gone, and those of finished items. */
export const worktrees: Examination = {
  title: 'worktrees',
  examine: async ({ machine, code, project, signal }) => {
    if (!code.repository) return [];
    const answer = await machine.git.worktrees(code.repository, signal);
    if (answer.kind !== 'answer') return [];
    const done = new Set(
      project?.project.documents.flatMap(({ path, text }) => {
        const [, item] = /(?:^|\/)docs\/specs\/([^/]+)\.md$/u.exec(path) ?? [];
        return item !== undefined && /^\|\s*Status\s*\|\s*Done\s*\|/mu.test(text) ? [item.toLowerCase()] : [];
      }),
    );
    return answer.value.flatMap(({ path: folder, main, branch, prunable, locked }): readonly Flaw[] => {
      if (main || locked) return [];
      if (prunable)
        return [
          {
            check: 'worktree',
            severity: 'warning',
            message: `The folder of the worktree ${folder} is gone`,
            cause: 'Git keeps its branch from being checked out elsewhere',
            next: 'Remove what is left of it',
            fix: { title: 'Prune worktrees', command: ['git', 'worktree', 'prune'] },
          },
        ];
      const item = branch?.split('/').at(-1)?.toLowerCase();
      return item !== undefined && done.has(item)
        ? [
            {
              check: 'worktree',
              severity: 'info',
              message: `${folder} is the worktree of ${branch ?? ''}, whose item is Done`,
              next: '`pactwright worktree prune` removes those that nobody needs',
            },
          ]
        : [];
    });
  },
};
