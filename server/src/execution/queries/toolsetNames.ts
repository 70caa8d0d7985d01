/** `core`: what every session needs; `code`: questions about source code; the others are the groups of operations. */
export const toolsetNames = ['core', 'code', 'board', 'scaffold', 'documents', 'worktrees', 'delivery'] as const;
export type Toolset = (typeof toolsetNames)[number];
