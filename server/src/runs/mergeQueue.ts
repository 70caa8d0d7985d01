/** How packets are merged together. */
export interface BatchHands<T, Why> {
  /**
   * Judges the files that the target would have with these packets, in this order, on top of what is merged, and merges them if
   * nothing is wrong.
   *
   * @returns why they are not merged.
   */
  readonly attempt: (packets: readonly T[]) => Promise<Why | undefined>;
  /** Leaves a packet out. */
  readonly refuse: (packet: T, why: Why) => Promise<void>;
}

/**
 * Merges packets in their order, with as few judgements as can be: all at once, and where that is refused, half by half. Only what was
 * judged is merged, and what is left out was judged as the last of its files. With one bad packet in *n* it takes about 2 log₂ *n*
 * judgements instead of *n*.
 */
export async function mergeInBatches<T, Why>(packets: readonly T[], hands: BatchHands<T, Why>): Promise<void> {
  if (packets.length > 0) await settle(packets, hands, undefined);
}

/** @param known why these are refused, if that was judged. @returns whether all of them are merged. */
async function settle<T, Why>(
  packets: readonly T[],
  hands: BatchHands<T, Why>,
  known: Why | undefined,
): Promise<boolean> {
  const why = known ?? (await hands.attempt(packets));
  if (why === undefined) return true;
  const [first, ...rest] = packets;
  if (first !== undefined && rest.length === 0) await hands.refuse(first, why);
  else {
    const middle = Math.ceil(packets.length / 2);
    const isWhole = await settle(packets.slice(0, middle), hands, undefined);
    // On top of the whole first half, the second is what was just refused.
    await settle(packets.slice(middle), hands, isWhole ? why : undefined);
  }
  return false;
}
