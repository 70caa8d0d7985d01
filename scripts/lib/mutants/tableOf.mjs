/** @typedef {'killed' | 'survived' | 'unreached' | 'gone'} State */

/**
 * How many of the mutants of each room are in which state.
 * @param {readonly { room: string, state?: State }[]} mutants
 */
export function tableOf(mutants) {
  const states = /** @type {const} */ (['killed', 'survived', 'unreached', 'gone', undefined]);
  const rows = [...new Set(mutants.map((one) => one.room)), undefined].map((room) => {
    const here = mutants.filter((one) => room === undefined || one.room === room);
    return [room ?? 'all', ...states.map((state) => here.filter((one) => one.state === state).length)];
  });
  return [['room', ...states.map((state) => state ?? 'open')], ...rows].map((row) => row.join('\t')).join('\n');
}
