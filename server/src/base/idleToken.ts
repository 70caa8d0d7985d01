/** How long what was read is remembered after the last question, in milliseconds. */
export const rememberedFor = 10 * 60_000;

/**
 * An object that stands for what a process remembers from one question to the next. After a while without a question it is another
 * one, so that all that was remembered by the first (in a `WeakMap`) goes with it.
 *
 * @param idle how long after the last question, in milliseconds.
 */
export function createIdleToken(idle: number): () => object {
  let current: object = {};
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => (current = {}), idle);
    // It keeps no process alive.
    timer.unref();
    return current;
  };
}
