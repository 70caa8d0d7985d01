/**
 * Sorts names into waves: those of a wave need only what is in earlier ones. Takes time linear in names and needs.
 *
 * @param needs what each name needs; what is no key itself counts as there.
 * @returns the waves; names in a circle, and those that need them, are in none.
 */
export function wavesOf(needs: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const open = new Map<string, number>();
  const neededBy = new Map<string, string[]>();
  for (const [name, wanted] of needs) {
    const among = new Set(wanted.filter((one) => one !== name && needs.has(one)));
    open.set(name, among.size);
    for (const one of among) {
      const waiting = neededBy.get(one);
      if (waiting) waiting.push(name);
      else neededBy.set(one, [name]);
    }
  }
  const order = new Map([...needs.keys()].map((name, at) => [name, at]));
  const waves: (readonly string[])[] = [];
  let wave = [...open].flatMap(([name, count]) => (count === 0 ? [name] : []));
  while (wave.length > 0) {
    waves.push(wave);
    const next: string[] = [];
    for (const name of wave)
      for (const waiting of neededBy.get(name) ?? []) {
        const left = (open.get(waiting) ?? 0) - 1;
        open.set(waiting, left);
        if (left === 0) next.push(waiting);
      }
    wave = next.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  }
  return waves;
}
