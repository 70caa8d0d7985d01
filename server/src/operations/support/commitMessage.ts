import { excerpt } from '../../base/excerpt.js';
import { isTestPath } from '../../code/languageOf.js';
import { parseItemId } from '../../documents/itemId.js';
import { isProductSource } from '../../gates/support/productFiles.js';

/** As git shows a subject without cutting it. */
const longestSubject = 72;
const longestTask = 200;

/** The message that closes an item, in the form of conventional commits (https://www.conventionalcommits.org). */
export function closingMessage(id: string, title: string | undefined): string {
  return `${subject(`docs: close ${id}`, title)}\n\nImplements: ${id}`;
}

/** What a commit of an item's work holds. */
interface CommittedWork {
  /** Relative to the top of the repository. */
  readonly files: readonly string[];
  /** The task that all of it belongs to. */
  readonly task: string | undefined;
  /** Who did it, where an agent did. */
  readonly agent: string | undefined;
}

/** The message of work on an item. */
export function workMessage(id: string, title: string | undefined, { files, task, agent }: CommittedWork): string {
  const built = parseItemId(id)?.type === 'STORY' ? 'feat' : 'fix';
  const type = files.some(isProductSource) ? built : files.some(isTestPath) ? 'test' : 'docs';
  const trailers = [
    ...(task === undefined ? [] : [`Task: ${excerpt(task, longestTask)}`]),
    ...(agent === undefined ? [] : [`Agent: ${excerpt(agent, longestSubject)}`]),
  ];
  return [subject(`${type}: ${id}`, task ?? title), trailers.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** The message that keeps a plan. */
export function planMessage(id: string, title: string | undefined): string {
  return subject(`docs: plan ${id}`, title);
}

function subject(lead: string, title: string | undefined): string {
  return excerpt(title === undefined ? lead : `${lead}, ${title}`, longestSubject);
}
