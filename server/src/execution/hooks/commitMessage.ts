import { findItemIds } from '../../documents/itemId.js';

/** A message as git will take it: an editor shows comments below it, and what is committed (`git commit --verbose`). */
export function withoutComments(message: string): string {
  const [own = ''] = message.split(/^.{1,4} -+ >8 -+\r?$/mu, 1);
  return own.replace(/^#.*$/gmu, '');
}

/** Messages that git writes itself name what they are about. */
const writtenByGit = /^(?:Merge |Revert |fixup! |squash! |amend! )/u;

/** Why a commit is not made with this message while an item is at work; undefined if it may be. */
export function refuseMessage(item: string, message: string): string | undefined {
  const isNamed = findItemIds(message).some(({ value }) => value === item);
  if (isNamed || writtenByGit.test(message)) return undefined;
  return `the commit message does not name ${item}, so nobody can tell what the commit is for: name it in the subject or in a trailer`;
}
