/** Said by the long suite. */
const isAll = process.env['PROPERTY_RUNS'] === 'all';

/**
 * What is tried: in `npm test`, which each change waits for, less than in the long suite, which plays every file that asks here
 * (`scripts/lib/longParts.mjs`).
 */
export const tried = <T>(all: T, some: T): T => (isAll ? all : some);

/** How often a property is tried, or how long a text is. @param some in `npm test`; a tenth where it is left out. */
export const runs = (all: number, some = Math.ceil(all / 10)): number => tried(all, some);
