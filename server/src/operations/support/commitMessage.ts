import { parseItemId } from '../../documents/itemId.js';
import { excerpt } from '../../base/excerpt.js';

/** As git shows a subject without cutting it. */
const longestSubject = 72;

/**
 * The message that closes an item, in the form of conventional commits (https://www.conventionalcommits.org): `feat` for a story,
 * `fix` for a bug or hotfix, `docs` where nothing but documents is left to commit.
 */
export function closingMessage(id: string, title: string | undefined, onlyDocuments: boolean): string {
  const type = onlyDocuments ? 'docs' : parseItemId(id)?.type === 'STORY' ? 'feat' : 'fix';
  const lead = onlyDocuments ? `${type}: close ${id}` : `${type}: ${id}`;
  return `${subject(lead, title)}\n\nImplements: ${id}`;
}

/** The message of work on an item. @param agent who did it, where an agent did. */
export function workMessage(
  id: string,
  title: string | undefined,
  { onlyDocuments, agent }: { readonly onlyDocuments: boolean; readonly agent: string | undefined },
): string {
  const type = onlyDocuments ? 'docs' : parseItemId(id)?.type === 'STORY' ? 'feat' : 'fix';
  const trailer = agent === undefined ? '' : `\n\nAgent: ${excerpt(agent, longestSubject)}`;
  return `${subject(`${type}: ${id}`, title)}${trailer}`;
}

/** The message that keeps a plan. */
export function planMessage(id: string, title: string | undefined): string {
  return subject(`docs: plan ${id}`, title);
}

function subject(lead: string, title: string | undefined): string {
  return excerpt(title === undefined ? lead : `${lead}, ${title}`, longestSubject);
}
