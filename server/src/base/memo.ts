/** The last value of a memo, and what it was computed from. */
interface Kept<I, V> {
  readonly inputs: I;
  readonly value: V;
}

/** When a memo keeps its value; without any of these, while every input is the very same. */
export interface Keeping<I, V> {
  /** Whether a value computed from `before` still holds for `now`. It then counts as computed from `now`. */
  readonly isSame?: (before: I, now: I, value: V) => boolean;
  /** Whether a newly computed value says the same as the last: then the last one is returned, so that what depends on it stays, too. */
  readonly isEqual?: (before: V, now: V) => boolean;
  /** What to hold of the inputs until next time: less than all where the rest is not compared and must be free to go. */
  readonly hold?: (inputs: I, value: V) => I;
}

/**
 * @param inputs all that the value depends on, by name; what `compute` looks at besides must follow from them.
 * @param compute is given the last value, so that it can take over parts of it.
 */
export type Memo<I, V> = (inputs: I, compute: (before: Kept<I, V> | undefined) => V) => V;

/** @see Memo */
export type MemoEach<K, I, V> = (key: K, inputs: I, compute: (before: Kept<I, V> | undefined) => V) => V;

/** Keeps the last value for as long as its inputs are the same. */
export function memo<I extends object, V>(keeping: Keeping<I, V> = {}): Memo<I, V> {
  let cell: Cell<I, V> | undefined;
  return (inputs, compute) => {
    cell = renewed(cell, inputs, compute, keeping);
    return cell.value;
  };
}

/** A memo for each object, which goes with the object. */
export function memoEach<K extends object, I extends object, V>(keeping: Keeping<I, V> = {}): MemoEach<K, I, V> {
  const cells = new WeakMap<K, Cell<I, V>>();
  return (key, inputs, compute) => {
    const before = cells.get(key);
    const cell = renewed(before, inputs, compute, keeping);
    if (cell !== before) cells.set(key, cell);
    return cell.value;
  };
}

/**
 * A memo for each object, of a value that depends on that object alone, which must not change.
 *
 * @param by the object that stands for all the value depends on, where that is not the key itself.
 */
export function memoFor<K extends object, V>(
  compute: (key: K) => V,
  by: (key: K) => object = (key) => key,
): (key: K) => V {
  const all = new WeakMap<object, { readonly value: V }>();
  return (key) => {
    const object = by(key);
    const found = all.get(object);
    if (found) return found.value;
    const value = compute(key);
    all.set(object, { value });
    return value;
  };
}

/** A memo without inputs: computes at the first call, and then lets go of what it takes to compute. */
export function once<T>(compute: () => T): () => T {
  let state: { readonly compute: () => T } | { readonly value: T } = { compute };
  return () => {
    if ('compute' in state) state = { value: state.compute() };
    return state.value;
  };
}

interface Cell<I, V> {
  inputs: I;
  readonly value: V;
}

const all = <T>(inputs: T): T => inputs;

/** @returns the very cell where its value stays. */
function renewed<I extends object, V>(
  cell: Cell<I, V> | undefined,
  inputs: I,
  compute: (before: Kept<I, V> | undefined) => V,
  { isSame = isSameByName, isEqual = Object.is, hold = all }: Keeping<I, V>,
): Cell<I, V> {
  if (cell && isSame(cell.inputs, inputs, cell.value)) {
    cell.inputs = hold(inputs, cell.value);
    return cell;
  }
  const computed = compute(cell);
  const value = cell && isEqual(cell.value, computed) ? cell.value : computed;
  return { inputs: hold(inputs, value), value };
}

function isSameByName<I extends object>(before: I, now: I): boolean {
  for (const name in now) if (before[name] !== now[name]) return false;
  return true;
}
