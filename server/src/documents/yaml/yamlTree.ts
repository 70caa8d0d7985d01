import type { Located, Span } from '../../markdown/span.js';

/** A YAML value with its place; aliases are resolved, comments are not part of it. */
export type YamlNode = YamlScalar | YamlMap | YamlSequence;

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  readonly span: Span;
}

export interface YamlMap {
  readonly kind: 'map';
  readonly pairs: readonly YamlPair[];
  readonly span: Span;
}

interface YamlSequence {
  readonly kind: 'sequence';
  readonly items: readonly YamlNode[];
  readonly span: Span;
}

export interface YamlPair {
  readonly key: Located;
  readonly value: YamlNode;
  readonly span: Span;
}
