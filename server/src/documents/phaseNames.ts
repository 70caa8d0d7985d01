/** What a phase is called; DESIGN lists them. */
export const phaseNames = [
  'clarify',
  'plan',
  'act',
  'check',
  'done',
  'release',
  'pr',
  'sprint',
  'hotfix',
  'init',
  'design',
  'debug',
] as const;

export type Phase = (typeof phaseNames)[number];
