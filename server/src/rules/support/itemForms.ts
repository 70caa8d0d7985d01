import { parseItemId } from '../../documents/itemId.js';
import { memoFor } from '../../base/memo.js';
import { oneSlip } from './oneSlip.js';

/**
 * Whether an id looks like the project's own: its type and prefix are in use, with as many digits or, as in `STORY-42` for
 * `STORY-042`, with the same number. Others are of other trackers.
 */
export function looksLikeOwn(id: string, items: readonly string[]): boolean {
  return formsOf(id).some((form) => forms(items).has(form));
}

const forms = memoFor((items: readonly string[]): ReadonlySet<string> => new Set(items.flatMap(formsOf)));

function formsOf(id: string): readonly string[] {
  const { type, prefix = '', number = '' } = parseItemId(id) ?? {};
  return type === undefined ? [] : [`${type}-${prefix}-${number.length} digits`, `${type}-${prefix}-${Number(number)}`];
}

/**
 * The item that was most likely meant: of the same type and prefix, with the same number or one slip of the finger away.
 * With another prefix and the very number comes before that: `STORY-106` is `STORY-al-106`. Undefined if there are several, as
 * neighbours in a row of numbers are.
 */
export function nearestItem(id: string, items: readonly string[]): string | undefined {
  const { type, prefix, number } = parseItemId(id) ?? {};
  const ofType = items.flatMap((known) => {
    const other = parseItemId(known);
    return other?.type === type ? [{ known, other, isNumber: Number(other?.number) === Number(number) }] : [];
  });
  const like = [
    ofType.filter(({ other, isNumber }) => other?.prefix === prefix && isNumber),
    ofType.filter(({ isNumber }) => isNumber),
    ofType.filter(({ known, other }) => other?.prefix === prefix && oneSlip(known, id)),
  ].find((some) => some.length > 0);
  return like?.length === 1 ? like[0]?.known : undefined;
}
