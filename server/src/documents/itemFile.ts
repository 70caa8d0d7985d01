import { parseItemId } from './itemId.js';

export function isMarkdown(name: string): boolean {
  return /\.md$/i.test(name);
}

/**
 * Whether a file is named by an item id, or is meant to be: it begins with STORY, BUG or HOTFIX in any letter case, no letter
 * follows, and there is a digit in it or the word is in upper case (`story-1.md`, `STORY_001.md`, `STORY-001-extra.md`,
 * `BUG-.md`). So a file with a slip in its name is linted and not skipped in silence, while `README.md` and `story-map.md`
 * are notes.
 */
export function isMeantAsItem(name: string): boolean {
  return /^(?:STORY|BUG|HOTFIX)(?![A-Za-z])/.test(name) || /^(?:STORY|BUG|HOTFIX)(?![a-z]).*\d/i.test(name);
}

/** The item that a file is named by; undefined if its name without the ending is no item id. */
export function itemByName(path: string, ending: RegExp): string | undefined {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(ending, '');
  return parseItemId(stem) ? stem : undefined;
}
