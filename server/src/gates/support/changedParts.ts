import { parseSpec } from '../../documents/spec/parseSpec.js';
import { documentKindOf, itemOf } from '../../documents/documentKind.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import type { Spec } from '../../documents/spec/spec.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import type { Work } from '../../workspace/work/work.js';

/** The requirements and criteria whose text the work changed, added or took away, as `STORY-001/R2`. */
export function changedParts({ changes }: Work, paths: DocumentPaths): ReadonlySet<string> {
  return new Set(
    changes.flatMap(({ path, before, after }) => {
      if (documentKindOf(path, paths) !== 'spec' || before === after) return [];
      const item = itemOf('spec', path) ?? '';
      const [were, are] = [partsOf(before ?? ''), partsOf(after ?? '')];
      return [...new Set([...were.keys(), ...are.keys()])]
        .filter((id) => were.get(id) !== are.get(id))
        .map((id) => `${item}/${id}`);
    }),
  );
}

/** By id: the words of each requirement and criterion, white space aside. */
function partsOf(text: string): ReadonlyMap<string, string> {
  const { requirements, criteria }: Spec = parseSpec(text, scanBlocks(text)).spec;
  return new Map(
    [...requirements, ...criteria].map(({ id, span }) => [
      id,
      text.slice(span.start, span.end).replace(/\s+/gu, ' ').trim(),
    ]),
  );
}
