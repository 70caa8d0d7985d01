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
  if (text.includes('<!--')) return 'begins a comment, which hides what follows: write it without <!--';
  const heading = headings.find((one) => text.includes(one));
  if (heading !== undefined) return `holds "${heading}", by which tools find that section: write it without ##`;
  if (/- \[[ x]\] /u.test(text)) return 'holds the mark of another task: make it a task of its own';
  return /^\*\*\[?(?:STORY|BUG|HOTFIX)-/u.test(text.trim())
    ? 'begins with an item id in bold, as entries of the old form do: write the id without **'
    : undefined;
}
