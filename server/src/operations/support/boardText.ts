import { boardHeadings } from '../../documents/board/board.js';
import { oneLineProblem, titleProblem } from './oneLineText.js';

/** What keeps a text from being a task of an entry, as the end of a sentence that begins with it. */
export function taskProblem(text: string): string | undefined {
  return oneLineProblem(text) ?? boardProblem(text);
}

/** The same for the title of an entry. */
export function entryTitleProblem(text: string): string | undefined {
  return titleProblem(text) ?? boardProblem(text);
}

// PactKit finds these anywhere in the text of a board (formats reference, A3).
const headings = Object.values(boardHeadings);

function boardProblem(text: string): string | undefined {
  if (text.includes('<!--')) return 'starts a comment, which hides what follows: remove <!--';
  const heading = headings.find((one) => text.includes(one));
  if (heading !== undefined) return `contains "${heading}", which tools use to find that section: remove ##`;
  if (/- \[[ x]\] /u.test(text)) return 'contains the marker of another task: make it a separate task';
  return /^\*\*\[?(?:STORY|BUG|HOTFIX)-/u.test(text.trim())
    ? 'starts with an item id in bold, like old-style entries: remove **'
    : undefined;
}
