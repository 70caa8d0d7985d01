/** Longer lines are skipped: no event of any agent has so many characters that this reads. */
const longestLine = 4 * 1024 * 1024;

export interface LineSplitter {
  /** @returns the lines that end in this piece, without their ends. */
  take(text: string): readonly string[];
  /** @returns what is behind the last end of a line; nothing if that is nothing. */
  end(): readonly string[];
}

/** Puts lines together from pieces as they come. */
export function createLineSplitter(longest: number = longestLine): LineSplitter {
  let begun = '';
  let isTooLong = false;
  const add = (text: string): void => {
    isTooLong ||= begun.length + text.length > longest;
    begun = isTooLong ? '' : begun + text;
  };
  const finish = (): readonly string[] => {
    const line = begun.endsWith('\r') ? begun.slice(0, -1) : begun;
    const isLine = !isTooLong;
    begun = '';
    isTooLong = false;
    return isLine ? [line] : [];
  };
  return {
    take: (text) => {
      const [first = '', ...others] = text.split('\n');
      add(first);
      return others.flatMap((next) => {
        const line = finish();
        add(next);
        return line;
      });
    },
    end: () => (begun === '' ? [] : finish()),
  };
}
