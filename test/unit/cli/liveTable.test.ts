import { expect, it, vi } from 'vitest';
import { openLiveTable } from '../../../server/src/doors/cli/liveTable.js';

/** What a terminal shows, where lines are erased as the two sequences say that the table writes. */
function terminal(): { readonly out: (text: string) => void; readonly lines: () => readonly string[] } {
  let lines: string[] = [];
  return {
    out: (text) => {
      // `ESC [ n A` goes up, `ESC [ 0 J` erases what is below, `ESC [ ? 7 l` and `h` are about long lines.
      for (const part of text.split('\x1b[')) {
        const [, up] = /^(\d+)A$/u.exec(part) ?? [];
        if (up !== undefined) lines = lines.slice(0, lines.length - Number(up));
        else
          lines.push(
            ...part
              .replace(/^(?:0J|\?7[lh])/u, '')
              .split('\n')
              .slice(0, -1),
          );
      }
    },
    lines: () => lines,
  };
}

it('stays below what is printed, is drawn again as time passes, and goes', () => {
  vi.useFakeTimers();
  try {
    const { out, lines } = terminal();
    let rows = ['a  1 s', 'b  1 s'];
    const table = openLiveTable(out, () => rows);
    table.print('a is being built\n');
    expect(lines()).toEqual(['a is being built', 'a  1 s', 'b  1 s']);
    rows = ['b  2 s'];
    vi.advanceTimersByTime(1_000);
    expect(lines()).toEqual(['a is being built', 'b  2 s']);
    rows = Array.from({ length: 30 }, (_, at) => `row ${at}`);
    table.print('a is merged\n');
    expect(lines().slice(0, 3)).toEqual(['a is being built', 'a is merged', 'row 0']);
    expect(lines().slice(-1)).toEqual(['  … 15 more']);
    table.close();
    vi.advanceTimersByTime(5_000);
    expect(lines()).toEqual(['a is being built', 'a is merged']);
  } finally {
    vi.useRealTimers();
  }
});
