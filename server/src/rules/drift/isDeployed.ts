import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { contentHash } from '../../base/contentHash.js';
import { fieldsOf, parseJson, parseJsonWithComments } from '../../base/json.js';
import { listOf, maybe, object, read, recordOf } from '../../base/schema.js';

const someManifest = object({
  files: recordOf(v.string()),
  shared: recordOf(
    object({
      inserted: listOf(
        object({
          text: v.string(),
          piece: object({
            kind: v.string(),
            keys: maybe(listOf(v.string())),
            value: maybe(v.unknown()),
            isElement: maybe(v.boolean()),
          }),
        }),
      ),
    }),
  ),
});

/**
 * Whether all that `init` and `update` deployed into a file is in it as it was deployed.
 *
 * @param manifest the text of what says what was deployed.
 */
export function isDeployed(path: string, text: string, manifest: string): boolean {
  const deployed = read(someManifest, parseJson(manifest));
  const plain = text.replaceAll('\r\n', '\n');
  if (deployed?.files[path] === contentHash(plain)) return true;
  const inserted = deployed?.shared[path]?.inserted ?? [];
  const root = parseJsonWithComments(text);
  const holds = (one: (typeof inserted)[number]): boolean => {
    const { kind, keys = [], value, isElement } = one.piece;
    if (kind !== 'json') return plain.includes(one.text.replaceAll('\r\n', '\n').trim());
    const there = keys.reduce<unknown>((at, key) => fieldsOf(at)?.[key], root);
    return isElement === true
      ? Array.isArray(there) && there.some((element) => isDeepStrictEqual(element, value))
      : isDeepStrictEqual(there, value);
  };
  return inserted.length > 0 && inserted.every(holds);
}
