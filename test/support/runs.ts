import { describe, it } from 'vitest';

/** Said by the long suite. */
const isAll = process.env['PROPERTY_RUNS'] === 'all';

/**
 * What is tried: in `npm test`, which each change waits for, less than in the long suite, which plays every file that asks here
 * (`scripts/lib/longParts.mjs`).
 */
export const tried = <T>(all: T, some: T): T => (isAll ? all : some);

/** How often a property is tried, or how long a text is. @param some in `npm test`; a tenth where it is left out. */
export const runs = (all: number, some = Math.ceil(all / 10)): number => tried(all, some);

/** The rows of a table that are tried: one in so many in `npm test`. Each plays the same against real git or programs. */
export const sampled = <T>(rows: readonly T[], every = 3): readonly T[] =>
  tried(
    rows,
    rows.filter((_, index) => index % every === 0),
  );

type Define<T> = (title: string, define: () => T) => void;
const leaveOut = (): void => undefined;

/** `it` and `describe` for what the long suite alone plays: a cheaper test holds the claim in `npm test`, or few ever meet it. */
export const itLong: Define<Promise<void> | void> = isAll ? it : leaveOut;
export const describeLong: Define<void> = isAll ? describe : leaveOut;
