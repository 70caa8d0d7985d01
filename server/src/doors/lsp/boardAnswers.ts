import type { BoardView } from '../../protocol.js';
import { type AnsweredBoard, isStillShown, type ShownBoard, toBoardView } from './boardView.js';

/** What the client knows of the boards. */
export interface BoardAnswers {
  /** The boards as views show them now. */
  answer(): readonly BoardView[];
  /** Notifies once if the last answer is outdated; if nothing was asked since, nothing is compared. */
  announce(): void;
}

/** @param boards those of now. */
export function createBoardAnswers(boards: () => readonly ShownBoard[], onChanged: () => void): BoardAnswers {
  let answered: readonly AnsweredBoard[] | undefined;
  return {
    answer: () => {
      answered = boards().map((shown) => ({ board: shown.board, view: toBoardView(shown) }));
      return answered.map(({ view }) => view);
    },
    announce: () => {
      if (!answered) return;
      const now = boards();
      const isSame = (before: AnsweredBoard, at: number): boolean => {
        const shown = now[at];
        return shown !== undefined && isStillShown(before, shown);
      };
      if (now.length === answered.length && answered.every(isSame)) return;
      answered = undefined;
      onChanged();
    },
  };
}
