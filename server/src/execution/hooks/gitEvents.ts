/** The hooks of git that are answered. @see https://git-scm.com/docs/githooks */
export const gitEvents = ['pre-commit', 'commit-msg', 'pre-push'] as const;

export type GitEvent = (typeof gitEvents)[number];
