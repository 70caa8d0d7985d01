const rowsPerPage = 10;

/**
 * Moves the focus through a grid's stops: the arrow keys, Home and End in a row (with Ctrl in the grid), Page Up and Page Down.
 * One stop at a time can be reached with the Tab key: the last that had the focus.
 */
export function addKeyboard(grid: HTMLTableElement): void {
  const rows = [...grid.tBodies].flatMap((body) => [...body.rows]);
  const stopsOf = (row: HTMLTableRowElement | undefined): HTMLElement[] => [
    ...(row?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
  ];
  const cellOf = (stop: Element): HTMLTableCellElement | null => stop.closest('td, th');
  let current = stopsOf(rows[0])[0];
  if (current) current.tabIndex = 0;

  const go = (stop: HTMLElement | undefined): void => {
    stop?.focus();
    stop?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  /** The stop in another row, below or above the one that has the focus. */
  const beside = (row: HTMLTableRowElement | undefined, from: HTMLElement): HTMLElement | undefined => {
    const stops = stopsOf(row);
    const column = cellOf(from)?.cellIndex ?? 0;
    return stops.find((stop) => cellOf(stop)?.cellIndex === column) ?? stops[0];
  };

  grid.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.hasAttribute('data-stop')) return;
    if (current) current.tabIndex = -1;
    current = target;
    current.tabIndex = 0;
  });

  grid.addEventListener('keydown', (event) => {
    const from = current;
    const row = from?.closest('tr');
    if (!from || !row || event.altKey || event.metaKey) return;
    const at = rows.indexOf(row);
    const stops = stopsOf(row);
    const here = stops.indexOf(from);
    const last = rows.length - 1;
    const targets: Readonly<Record<string, () => HTMLElement | undefined>> = {
      ArrowRight: () => stops[here + 1],
      ArrowLeft: () => stops[here - 1],
      ArrowDown: () => (at < last ? beside(rows[at + 1], from) : undefined),
      ArrowUp: () => (at > 0 ? beside(rows[at - 1], from) : undefined),
      PageDown: () => beside(rows[Math.min(last, at + rowsPerPage)], from),
      PageUp: () => beside(rows[Math.max(0, at - rowsPerPage)], from),
      Home: () => (event.ctrlKey ? stopsOf(rows[0])[0] : stops[0]),
      End: () => (event.ctrlKey ? stopsOf(rows[last]).at(-1) : stops.at(-1)),
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    go(target());
  });
}

/** Which stop of which item's rows has the focus, so that a grid recreated can be entered at the same place. */
export interface FocusedStop {
  readonly item: string;
  readonly index: number;
}

/** Undefined if the focus is elsewhere. */
export function focusedStop(grid: HTMLTableElement): FocusedStop | undefined {
  const focused = document.activeElement;
  const body = grid.contains(focused) ? focused?.closest('tbody') : undefined;
  if (!body) return undefined;
  const index = [...body.querySelectorAll('[data-stop]')].findIndex((stop) => stop === focused);
  return { item: body.dataset['item'] ?? '', index };
}

/** Focuses that stop; the item's first where it has fewer now. */
export function focusStop(grid: HTMLTableElement, { item, index }: FocusedStop): void {
  const body = [...grid.tBodies].find(({ dataset }) => dataset['item'] === item);
  const stops = [...(body?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  (stops[index] ?? stops[0])?.focus();
}
