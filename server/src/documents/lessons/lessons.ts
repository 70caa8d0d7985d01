import type { Table, TableRow } from '../../markdown/blocks.js';
import type { Located } from '../../markdown/span.js';

/** `docs/architecture/governance/lessons.md`. */
export interface Lessons {
  /** The first table with the header Date, Lesson, Context. */
  readonly table?: Table;
  readonly rows: readonly LessonRow[];
}

export interface LessonRow {
  readonly row: TableRow;
  readonly date: Located;
  readonly lesson: Located;
  readonly context?: Located;
}

/** How many rows agents are to read at the start of their work; older ones belong into the archive. */
export const mostLessons = 50;

/** The table's first two lines (formats reference, A6). */
export const lessonsTableHead = ['| Date | Lesson | Context |', '|------|--------|---------|'] as const;
