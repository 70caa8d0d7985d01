import { describe, it } from 'vitest';

/** Said by the long suites: `all`, or `sample` where only what a change can break is played. */
const howMuch = process.env['PROPERTY_RUNS'];
const isSample = howMuch === 'sample';
const isAll = howMuch === 'all' || isSample;

/**
 * What is tried: in `npm test`, which each change waits for, less than in the long suite, which plays every file that asks here
 * (`scripts/lib/longParts.mjs`).
 */
export const tried = <T>(all: T, some: T): T => (isAll ? all : some);

/**
 * How often a property is tried, or how long a text is; a third in a sample.
 *
 * @param some in `npm test`; a tenth where it is left out.
 */
export const runs = (all: number, some = Math.ceil(all / 10)): number =>
  isSample ? Math.max(some, Math.ceil(all / 3)) : tried(all, some);

/** Rows that show one behavior many times: in a sample the first of each kind. */
export const oneOfEach = <T>(rows: readonly T[], kindOf: (row: T) => string): readonly T[] =>
  isSample ? [...new Map(rows.map((row) => [kindOf(row), row] as const).reverse()).values()].reverse() : rows;

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
