/** The part of a long list that is in sight, and the room that the rest takes, in pixels. */
export interface ListWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

export interface ListView {
  readonly count: number;
  /** In pixels, with the gap to the next one; measured, or estimated where it was never shown. */
  readonly heightOf: (index: number) => number;
  readonly top: number;
  readonly height: number;
  /** How much is made above and below what is in sight, so that a short scroll shows no gap. */
  readonly margin: number;
}

/** Which rows to make: those in sight and in the margins. Linear in the number of rows, which are not touched otherwise. */
export function listWindow({ count, heightOf, top, height, margin }: ListView): ListWindow {
  const from = top - margin;
  const to = top + height + margin;
  let first = count;
  let end = count;
  let before = 0;
  let after = 0;
  let at = 0;
  for (let index = 0; index < count; index++) {
    const next = at + heightOf(index);
    if (next <= from) before = next;
    else if (first === count) first = index;
    if (at >= to) {
      end = Math.min(end, index);
      after += next - at;
    }
    at = next;
  }
  return first < end ? { first, end, before, after } : { first: 0, end: 0, before: 0, after: at };
}

/** Where a list must be scrolled to so that a row is in sight; `top` itself where it is already. */
export function scrollTopFor(index: number, { heightOf, top, height }: Omit<ListView, 'count' | 'margin'>): number {
  let start = 0;
  for (let row = 0; row < index; row++) start += heightOf(row);
  if (start < top) return start;
  return Math.max(top, start + heightOf(index) - height);
}
