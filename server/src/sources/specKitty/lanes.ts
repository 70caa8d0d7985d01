/** The lanes of a work package, in the order of the work; `uninitialized` is only ever read, never left by a step of the work. */
export const lanes = [
  'genesis',
  'uninitialized',
  'planned',
  'claimed',
  'in_progress',
  'for_review',
  'in_review',
  'approved',
  'done',
  'blocked',
  'canceled',
] as const;

export type Lane = (typeof lanes)[number];

/** Names that older files have for a lane. */
export const laneAliases: Readonly<Record<string, Lane>> = { doing: 'in_progress' };

/** The lane of a name, whatever its case and the spaces around it; undefined if there is none. */
export function laneOf(name: string): Lane | undefined {
  const plain = name.trim().toLowerCase();
  return lanes.find((lane) => lane === plain) ?? (Object.hasOwn(laneAliases, plain) ? laneAliases[plain] : undefined);
}

/** Where a work package may go from a lane without force. */
export const laneEdges: Readonly<Record<Lane, readonly Lane[]>> = {
  genesis: ['planned', 'canceled'],
  uninitialized: [],
  planned: ['claimed', 'blocked', 'canceled'],
  claimed: ['in_progress', 'blocked', 'canceled'],
  in_progress: ['for_review', 'approved', 'planned', 'blocked', 'canceled'],
  for_review: ['in_review', 'blocked', 'canceled'],
  in_review: ['approved', 'done', 'in_progress', 'planned', 'blocked', 'canceled'],
  approved: ['done', 'in_progress', 'planned', 'blocked', 'canceled'],
  done: [],
  blocked: ['in_progress', 'canceled'],
  canceled: [],
};

/** How far the work of a lane is. */
export const progressOf: Readonly<Record<Lane, 'not_started' | 'in_flight' | 'review' | 'terminal'>> = {
  genesis: 'not_started',
  uninitialized: 'not_started',
  planned: 'not_started',
  claimed: 'in_flight',
  in_progress: 'in_flight',
  for_review: 'review',
  in_review: 'review',
  approved: 'review',
  done: 'terminal',
  blocked: 'in_flight',
  canceled: 'terminal',
};

/** The lanes that `status.json` counts, in the order of the work. */
export const countedLanes = lanes.filter((lane) => lane !== 'genesis' && lane !== 'uninitialized');

/** Whether what depends on a work package in a lane can be started. */
export function isSatisfied(lane: Lane | undefined): boolean {
  return lane === 'approved' || lane === 'done';
}
