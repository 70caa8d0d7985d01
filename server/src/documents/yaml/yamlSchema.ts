import type { Span } from '../../markdown/span.js';
import { nearestName } from '../../base/nearestName.js';
import type { YamlMap, YamlNode } from './yamlTree.js';

/** What a YAML value may be. An empty value (`key:`) is always allowed: it means that nothing is set. */
export type YamlSchema = StringSchema | BooleanSchema | NumberSchema | ListSchema | MapSchema | AnySchema;

export interface StringSchema {
  readonly type: 'string';
  /** All values there are, where they are few. */
  readonly values?: readonly string[];
  /** What it names, of which a project may have others than we know. */
  readonly names?: 'role';
  /** Values that once were allowed, with what to do instead. */
  readonly retired?: Readonly<Record<string, string>>;
  /** What is wrong with a value, as the end of a sentence that begins with it; undefined if nothing is. */
  readonly check?: (value: string) => string | undefined;
}

interface BooleanSchema {
  readonly type: 'boolean';
}

export interface NumberSchema {
  /** `number`: with decimals. */
  readonly type: 'integer' | 'number';
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface ListSchema {
  readonly type: 'list';
  readonly items: YamlSchema;
  /** A single value may be without a list around it. */
  readonly orSingle?: boolean;
}

export interface MapSchema {
  readonly type: 'map';
  readonly keys: Readonly<Record<string, YamlKey>>;
  /** What its keys name. */
  readonly names?: 'role';
  /** What all other keys hold; without it, other keys are unknown. */
  readonly others?: YamlSchema;
}

interface AnySchema {
  readonly type: 'any';
}

export interface YamlKey {
  /** One sentence for people who write the file. */
  readonly description: string;
  readonly schema: YamlSchema;
  /** Why the key does nothing any more and what to do instead. */
  readonly retired?: string;
}

/** One thing in a YAML file that its schema does not allow. */
export interface YamlSchemaProblem {
  readonly kind: 'unknownKey' | 'misspeltKey' | 'wrongType' | 'badValue' | 'retiredKey';
  readonly span: Span;
  /** What is wrong and the way out. */
  readonly message: string;
  /** The text that would be right in the place of `span`, where it is known. */
  readonly suggestion?: string;
}

/**
 * Compares a YAML tree with a schema.
 *
 * @param at the dotted name of `node` as messages show it; empty for the whole file.
 */
export function checkYaml(node: YamlNode, schema: YamlSchema, at = ''): readonly YamlSchemaProblem[] {
  if (node.kind === 'scalar' && node.value === null) return [];
  switch (schema.type) {
    case 'any':
      return [];
    case 'map':
      return node.kind === 'map' ? checkMap(node, schema, at) : [wrongType(node, schema, at)];
    case 'list':
      if (node.kind === 'sequence') return node.items.flatMap((item) => checkYaml(item, schema.items, at));
      return schema.orSingle && node.kind === 'scalar'
        ? checkYaml(node, schema.items, at)
        : [wrongType(node, schema, at)];
    case 'boolean':
      return node.kind === 'scalar' && typeof node.value === 'boolean' ? [] : [wrongType(node, schema, at)];
    case 'integer':
    case 'number': {
      const isNumber = node.kind === 'scalar' && typeof node.value === 'number';
      if (!isNumber || (schema.type === 'integer' && !Number.isInteger(node.value)))
        return [wrongType(node, schema, at)];
      const { minimum = -Infinity, maximum = Infinity } = schema;
      if (node.value >= minimum && node.value <= maximum) return [];
      return [
        { kind: 'badValue', span: node.span, message: `${named(at)} must be ${describe(schema)}, not ${node.value}` },
      ];
    }
    case 'string':
      return node.kind === 'scalar' && typeof node.value === 'string'
        ? checkString(node.value, node.span, schema, at)
        : [wrongType(node, schema, at)];
  }
}

function checkMap(map: YamlMap, schema: MapSchema, at: string): readonly YamlSchemaProblem[] {
  return map.pairs.flatMap(({ key, value }): readonly YamlSchemaProblem[] => {
    const name = at === '' ? key.value : `${at}.${key.value}`;
    const known = Object.hasOwn(schema.keys, key.value) ? schema.keys[key.value] : undefined;
    if (known?.retired !== undefined)
      return [{ kind: 'retiredKey', span: key.span, message: `\`${name}\` ${known.retired}` }];
    if (known) return checkYaml(value, known.schema, name);
    if (schema.others) return checkYaml(value, schema.others, name);
    const current = Object.keys(schema.keys).filter((other) => schema.keys[other]?.retired === undefined);
    const nearest = nearestName(key.value, current);
    const where = at === '' ? '' : ` below \`${at}\``;
    if (nearest !== undefined)
      return [
        {
          kind: 'misspeltKey',
          span: key.span,
          message: `Unknown key \`${key.value}\`${where} has no effect: did you mean \`${nearest}\`?`,
          suggestion: nearest,
        },
      ];
    return [
      {
        kind: 'unknownKey',
        span: key.span,
        message: `Unknown key \`${key.value}\`${where} has no effect: remove it${current.length === 0 ? '' : `, or use one of ${listed(current)}`}`,
      },
    ];
  });
}

function checkString(value: string, span: Span, schema: StringSchema, at: string): readonly YamlSchemaProblem[] {
  const { values, retired, check } = schema;
  if (retired && Object.hasOwn(retired, value))
    return [{ kind: 'retiredKey', span, message: `\`${value}\` in ${named(at)} ${retired[value] ?? ''}` }];
  if (values && !values.includes(value)) {
    // A number or version that differs is another one, no slip of the finger.
    const nearest = /\p{L}/u.test(value) ? nearestName(value, values) : undefined;
    const wayOut = nearest === undefined ? `use one of ${listed(values)}` : `did you mean \`${nearest}\`?`;
    const message = `${named(at)} does not allow \`${value}\`: ${wayOut}`;
    return [{ kind: 'badValue', span, message, ...(nearest === undefined ? {} : { suggestion: nearest }) }];
  }
  const wrong = check?.(value);
  return wrong === undefined ? [] : [{ kind: 'badValue', span, message: `${named(at)}: \`${value}\` ${wrong}` }];
}

function wrongType(node: YamlNode, schema: YamlSchema, at: string): YamlSchemaProblem {
  const message = `${named(at)} must be ${describe(schema)}, not ${kindOf(node)}`;
  // Quotes help where any text will do, or one that begins as a number does.
  const number =
    schema.type === 'string' &&
    node.kind === 'scalar' &&
    typeof node.value === 'number' &&
    (schema.values?.some((value) => /^\d/u.test(value)) ?? true);
  return {
    kind: 'wrongType',
    span: node.kind === 'scalar' ? node.span : { start: node.span.start, end: node.span.start + 1 },
    message: number ? `${message}: YAML drops trailing zeros of a number, so quote the value` : message,
  };
}

function named(at: string): string {
  return at === '' ? 'The file' : `\`${at}\``;
}

function kindOf(node: YamlNode): string {
  if (node.kind === 'map') return 'a map';
  if (node.kind === 'sequence') return 'a list';
  return typeof node.value === 'string' ? 'text' : `the ${typeof node.value} ${String(node.value)}`;
}

/** What a value must be, in words that follow "must be". */
function describe(schema: YamlSchema): string {
  switch (schema.type) {
    case 'any':
      return 'any value';
    case 'map':
      return 'a map of keys and values';
    case 'list':
      return schema.orSingle ? `${describe(schema.items)}, or a list of these` : 'a list';
    case 'boolean':
      return '`true` or `false`';
    case 'integer':
    case 'number': {
      const { type, minimum, maximum } = schema;
      const kind = type === 'integer' ? 'a whole number' : 'a number';
      if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
      return minimum === undefined ? kind : `${kind} of at least ${minimum}`;
    }
    case 'string':
      return schema.values ? `one of ${listed(schema.values)}` : 'text';
  }
}

function listed(values: readonly string[]): string {
  return values.map((value) => (value === '' ? '""' : `\`${value}\``)).join(', ');
}
