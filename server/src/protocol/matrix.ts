import type { WayGap } from '../trace/gaps.js';
import type { Stage } from '../trace/graph.js';
import type { Place } from './place.js';

/** Request without parameters; answers with one `MatrixView` per project root. */
export const matrixRequest = 'pactwright/matrix';

/** Request with a `MatrixExport`; answers with the whole file's text, or null for an unknown root or item. */
export const matrixExportRequest = 'pactwright/matrixExport';

export type { WayGap };

export interface MatrixView {
  /** URI of the project root. */
  readonly root: string;
  readonly name: string;
  readonly items: readonly MatrixItemView[];
}

export interface MatrixItemView {
  readonly id: string;
  readonly title: string;
  readonly stage: Stage;
  readonly place: Place;
  readonly rows: readonly MatrixRowView[];
  /** How many there are; a row that is one of several ways to the same gap has it, too. */
  readonly gaps: number;
}

/** One way from a requirement to its tests, as far as it goes. */
export interface MatrixRowView {
  readonly requirement?: MatrixCellView;
  readonly criterion?: MatrixCellView;
  readonly scenario?: MatrixCellView;
  readonly tests: readonly MatrixCellView[];
  readonly gap?: WayGap;
  /** Whether a note in the code puts the requirement off, so that what is missing is no gap. */
  readonly deferred: boolean;
}

export interface MatrixCellView {
  readonly label: string;
  readonly text: string;
  readonly place: Place;
}

export type MatrixFormat = 'md' | 'csv' | 'html';

export interface MatrixExport {
  readonly root: string;
  /** Only this item. */
  readonly item?: string | undefined;
  /** Only the rows that miss something. */
  readonly gaps?: boolean;
  readonly format: MatrixFormat;
}

export interface MatrixRequests {
  readonly [matrixRequest]: { readonly params: undefined; readonly answer: readonly MatrixView[] };
  readonly [matrixExportRequest]: { readonly params: MatrixExport; readonly answer: string | null };
}
