/** A table below what is printed, which is drawn again instead of being printed again. */
export interface LiveTable {
  /** Prints a text above the table. */
  readonly print: (text: string) => void;
  /** Draws the table as it is now. */
  readonly draw: () => void;
  /** Removes it. */
  readonly close: () => void;
}

/** So that the table fits into the terminal: what is above the top of the screen cannot be drawn again. */
const mostLines = 16;
const everyMs = 1_000;

/** @param out writes to a terminal. @param table the lines as they are now. */
export function openLiveTable(out: (text: string) => void, table: () => readonly string[]): LiveTable {
  let height = 0;
  const erased = (): string => (height === 0 ? '' : `\x1b[${height}A\x1b[0J`);
  const drawn = (): string => {
    const lines = table();
    const shown =
      lines.length > mostLines ? [...lines.slice(0, mostLines - 1), `  … ${lines.length - mostLines + 1} more`] : lines;
    height = shown.length;
    // A line that is too long is cut off by the terminal, as one that wraps would be two.
    return `\x1b[?7l${shown.map((line) => `${line}\n`).join('')}\x1b[?7h`;
  };
  const draw = (): void => {
    out(erased() + drawn());
  };
  // For how long each has been at it.
  const timer = setInterval(draw, everyMs);
  timer.unref();
  return {
    print: (text) => {
      out(erased() + text + drawn());
    },
    draw,
    close: () => {
      clearInterval(timer);
      out(erased());
      height = 0;
    },
  };
}
