import { parseItemId } from '../../documents/itemId.js';
import { nearestName } from '../../documents/nearestName.js';
import { rememberFor } from '../../workspace/remember.js';

/** Whether an id looks like the project's own: type, prefix and number of digits are in use. Others are of other trackers. */
export function looksLikeOwn(id: string, items: readonly string[]): boolean {
  return forms(items).has(formOf(id));
}

const forms = rememberFor((items: readonly string[]): ReadonlySet<string> => new Set(items.map(formOf)));

function formOf(id: string): string {
  const { type = '', prefix = '', number = '' } = parseItemId(id) ?? {};
  return `${type}-${prefix}-${number.length}`;
}

/** The item of the same type and prefix that was most likely meant. */
export function nearestItem(id: string, items: readonly string[]): string | undefined {
  const { type, prefix } = parseItemId(id) ?? {};
  return nearestName(
    id,
    items.filter((known) => {
      const other = parseItemId(known);
      return other?.type === type && other?.prefix === prefix;
    }),
  );
}
