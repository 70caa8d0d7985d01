import type { ParsedDocument } from '../../documents/document.js';
import { checkPactkitConfig } from '../../documents/pactkitConfig/pactkitSchema.js';
import type { YamlSchemaProblem } from '../../documents/yaml/yamlSchema.js';
import type { YamlNode } from '../../documents/yaml/yamlTree.js';
import { nextLine } from '../../markdown/lines.js';
import type { Span } from '../../markdown/span.js';
import type { Fix } from '../finding.js';
import { oneSlip } from '../support/oneSlip.js';
import { memoFor } from '../../base/memo.js';

type PactkitDocument = ParsedDocument<'pactkitConfig'>;

interface PactkitProblem extends YamlSchemaProblem {
  /** The key the problem is about, where it is about one. */
  readonly key?: PlacedKey;
}

interface PlacedKey {
  readonly name: string;
  /** Key and value. */
  readonly span: Span;
  /** Whether it is at the top level. */
  readonly top: boolean;
  /** The keys of its map, itself among them. */
  readonly siblings: ReadonlySet<string>;
}

/** The problems of one kind in a `pactkit.yaml`. */
export function pactkitProblems(document: PactkitDocument, kind: YamlSchemaProblem['kind']): readonly PactkitProblem[] {
  return allProblems(document).filter((problem) => problem.kind === kind);
}

const allProblems = memoFor(({ model: { root } }: PactkitDocument): readonly PactkitProblem[] => {
  if (!root) return [];
  const keys = keysByStart(root);
  return checkPactkitConfig(root).map((problem) => {
    const key = keys.get(problem.span.start);
    if (!key) return problem;
    // PactKit keeps top-level keys of one's own, and in short words two letters make another word: `docs` is not `done`.
    const own =
      problem.kind === 'misspeltKey' &&
      key.top &&
      key.name.length < 6 &&
      !oneSlip(key.name, problem.suggestion ?? key.name);
    return { ...problem, key, ...(own ? { kind: 'unknownKey' } : {}) };
  });
});

/** All keys of a tree by the offset they begin at. */
function keysByStart(root: YamlNode): ReadonlyMap<number, PlacedKey> {
  const found = new Map<number, PlacedKey>();
  const visit = (node: YamlNode): void => {
    if (node.kind === 'sequence') node.items.forEach(visit);
    if (node.kind !== 'map') return;
    const siblings = new Set(node.pairs.map(({ key }) => key.value));
    for (const { key, value, span } of node.pairs) {
      found.set(key.span.start, { name: key.value, span, top: node === root, siblings });
      visit(value);
    }
  };
  visit(root);
  return found;
}

/** Removes the lines of a key; none if it shares them with others, or is all that its map holds. */
export function removingKey(
  { text, lines }: PactkitDocument,
  { name, span, siblings }: PlacedKey,
): { readonly fix?: Fix } {
  const start = lines.lineStart(lines.positionAt(span.start).line);
  const end = nextLine(text, span.end);
  const isAlone = siblings.size === 1 || text.slice(start, span.start).trim() !== '';
  if (isAlone || !/^\s*(?:#.*)?$/u.test(text.slice(span.end, end))) return {};
  return { fix: { title: `Remove \`${name}\``, safe: false, edits: [{ span: { start, end }, newText: '' }] } };
}
