import type { ParsedDocument } from '../../documents/document.js';
import { checkPactkitConfig } from '../../documents/pactkitSchema.js';
import type { YamlSchemaProblem } from '../../documents/yamlSchema.js';
import type { YamlMap, YamlNode } from '../../documents/yamlTree.js';
import type { Span } from '../../markdown/span.js';
import { oneSlip } from '../support/oneSlip.js';

export interface PactkitProblem extends YamlSchemaProblem {
  /** The map a key stands in, where the problem is about a key. */
  readonly map?: YamlMap;
  /** Whether the key stands at the top level. */
  readonly top: boolean;
}

/** The problems of one kind in a `pactkit.yaml`. */
export function pactkitProblems(
  { model: { root } }: ParsedDocument<'pactkitConfig'>,
  kind: YamlSchemaProblem['kind'],
): readonly PactkitProblem[] {
  if (!root) return [];
  return checkPactkitConfig(root).flatMap((problem) => {
    const map = mapOfKey(root, problem.span);
    const top = map === root;
    const placed = map ? { ...problem, map, top } : { ...problem, top };
    // PactKit keeps top-level keys of one's own, and in short words two letters make another word: `docs` is not `done`.
    const own =
      top &&
      problem.kind === 'misspeltKey' &&
      problem.span.end - problem.span.start < 6 &&
      !oneSlip(keyAt(map, problem.span) ?? '', problem.suggestion ?? '');
    return (own ? 'unknownKey' : problem.kind) === kind ? [placed] : [];
  });
}

export function keyAt(map: YamlMap, span: Span): string | undefined {
  return map.pairs.find(({ key }) => key.span.start === span.start)?.key.value;
}

function mapOfKey(node: YamlNode, span: Span): YamlMap | undefined {
  if (node.kind === 'sequence') {
    for (const item of node.items) {
      const found = mapOfKey(item, span);
      if (found) return found;
    }
    return undefined;
  }
  if (node.kind !== 'map') return undefined;
  if (keyAt(node, span) !== undefined) return node;
  for (const { value } of node.pairs) {
    if (value.span.start > span.start || value.span.end < span.end) continue;
    const found = mapOfKey(value, span);
    if (found) return found;
  }
  return undefined;
}
