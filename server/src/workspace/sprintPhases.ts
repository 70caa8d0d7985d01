/** The phases that a sprint may have, in the order of work, and the default ones. */
export const sprintPhaseNames = ['plan', 'act', 'check', 'done', 'pr'] as const;
export const defaultSprintPhases = ['plan', 'act', 'check', 'done'] as const satisfies readonly SprintPhase[];
export type SprintPhase = (typeof sprintPhaseNames)[number];
