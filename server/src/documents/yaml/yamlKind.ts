import type { Span } from '../../markdown/span.js';
import type { ParsedModel } from '../defineDocumentKind.js';
import type { YamlDocument } from './yamlDocument.js';
import type { YamlNode } from './yamlTree.js';

/** Reads a YAML document; the parser is loaded the first time it is needed. */
export async function parseYaml(text: string, version: '1.1' | '1.2'): Promise<ParsedModel<YamlDocument>> {
  const { parseYamlDocument } = await import('./parseYamlDocument.js');
  const { document, problems } = parseYamlDocument(text, version);
  return { model: document, problems, blocks: [] };
}

/** Every pair and value. */
export function yamlParts({ root }: YamlDocument): readonly Span[] {
  return root ? nodeSpans(root) : [];
}

function nodeSpans(node: YamlNode): readonly Span[] {
  switch (node.kind) {
    case 'scalar':
      return [node.span];
    case 'map':
      return [node.span, ...node.pairs.flatMap(({ span, value }) => [span, ...nodeSpans(value)])];
    case 'sequence':
      return [node.span, ...node.items.flatMap(nodeSpans)];
  }
}
