/** Numbers that look random and are the same for the same seed. */
export interface Chance {
  /** A whole number from 0 on, below `end`. */
  readonly upTo: (end: number) => number;
  readonly oneOf: <T>(values: readonly T[]) => T;
}

/** Mulberry32 (https://github.com/cprosche/mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (end: number): number => Math.floor(next() * end);
  return {
    upTo,
    oneOf: (values) => {
      const [first] = values;
      if (first === undefined) throw new RangeError('nothing to choose from');
      return values[upTo(values.length)] ?? first;
    },
  };
}
