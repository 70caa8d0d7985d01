import type { BoardSectionKind } from '../documents/board/board.js';
import type { BoardFacts } from '../languageFeatures/boardFacts.js';
import type { Range } from './place.js';

/** Request without parameters; answers with one `BoardView` per project root that has a board. */
export const boardsRequest = 'pactwright/boards';

/** Notification without parameters: the last answer to `boardsRequest` is outdated. Sent once per answer. */
export const boardsChangedNotification = 'pactwright/boardsChanged';

/** One project's board, ready to be shown. */
export interface BoardView {
  /** URI of the board file. */
  readonly uri: string;
  /** URI of the project root. */
  readonly root: string;
  /** The root's folder name. */
  readonly name: string;
  /** The developer's prefix of new item ids, where `pactkit.yaml` sets one. */
  readonly developer?: string;
  /** How many drifts there are in the whole project, hints left out. */
  readonly drifts: number;
  readonly sections: readonly BoardSectionView[];
}

export interface BoardSectionView {
  /** The heading's words, as operations take them; empty for entries before the first section. */
  readonly title: string;
  readonly kind: BoardSectionKind | 'custom';
  readonly range: Range;
  readonly entries: readonly BoardEntryView[];
}

export interface BoardEntryView {
  /** The item id, or undefined if the entry's title has none. */
  readonly id: string | undefined;
  /** What operations call it: the id, or its place where it has none or shares it. */
  readonly name: string;
  readonly title: string;
  readonly range: Range;
  readonly tasks: readonly BoardTaskView[];
  /** What is known of the item besides; undefined if the entry has no id. */
  readonly facts?: BoardFacts;
}

export type { BoardFacts };

export interface BoardTaskView {
  readonly text: string;
  readonly checked: boolean;
  readonly range: Range;
}

export interface BoardRequests {
  readonly [boardsRequest]: { readonly params: undefined; readonly answer: readonly BoardView[] };
}

export interface BoardNotifications {
  readonly [boardsChangedNotification]: undefined;
}
