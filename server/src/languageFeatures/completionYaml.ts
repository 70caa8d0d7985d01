import type { DocumentKind } from '../documents/document.js';
import { pactkitSchema } from '../documents/pactkitConfig/pactkitSchema.js';
import { builtInRoleNames } from '../documents/role/builtInRoles.js';
import { roleNameOf } from '../documents/role/kind.js';
import { workPackageSchema } from '../documents/workPackage/workPackageSchema.js';
import { roleSchema } from '../documents/role/parseRole.js';
import type { MapSchema, YamlKey, YamlSchema } from '../documents/yaml/yamlSchema.js';
import { allRules } from '../rules/registry.js';
import { configurationSchema } from '../workspace/configurationSchema.js';
import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';
import { escapeMarkdown } from './markdownText.js';

const schemas: Readonly<Partial<Record<DocumentKind, MapSchema>>> = {
  config: configurationSchema(allRules),
  pactkitConfig: pactkitSchema,
  role: roleSchema,
  workPackage: workPackageSchema,
};

/** One line of block YAML as far as it matters here. */
interface YamlLine {
  readonly indent: number;
  /** How many columns the dashes before it take: `- ` makes an item of a list. */
  readonly dash: number;
  readonly key?: string;
}

const lineForm = /^( *)((?:- +)*)(?:(["']?)([\w.-]+)\3 *:(?= |$))?/u;

/**
 * Keys and values of `.pactwright/config.yaml`, `pactkit.yaml` and the front matter of roles and work packages, as their schemas have them. Uses lines and indentation,
 * as what is being written is rarely whole YAML; flow collections get nothing.
 */
export function offerYaml(request: CompletionRequest): Offer | undefined {
  const { document, place } = request;
  const whole = schemas[document.kind];
  const { before, after, offset } = place;
  if (!whole || !isYaml(document, offset)) return undefined;
  if (/(?:^|\s)#/u.test(before)) return nothingAt(offset);
  const { indent, dash } = readLine(before);
  const way = wayTo(request, indent + dash, dash > 0 ? indent : undefined);
  const holder = schemaAt(whole, way.keys);
  const valueMatch = /^ *(?:- +)*["']?([\w.-]+)["']? *: +(["']?[^"'#]*)$/u.exec(before);
  if (valueMatch) {
    const [, key = '', typed = ''] = valueMatch;
    const keyed = holder && mapOf(holder);
    const schema = keyed && valueSchema(keyed, key);
    const rest = /^[^\s#]*/u.exec(after)?.[0].length ?? 0;
    return {
      span: { start: offset - typed.length, end: offset + rest },
      candidates: schema ? valuesOf(schema, request) : [],
    };
  }
  const typed = /^ *(?:- +)*(["']?[\w.-]*)$/u.exec(before)?.[1];
  if (typed === undefined || holder === undefined) return nothingAt(offset);
  const span = { start: offset - typed.length, end: offset + (/^[\w.-]*/u.exec(after)?.[0].length ?? 0) };
  if (dash > 0 && holder.type === 'list' && holder.items.type !== 'map')
    return { span, candidates: valuesOf(holder.items, request) };
  const map = mapOf(holder);
  if (!map) return nothingAt(offset);
  const colon = /^[\w.-]*\s*:/u.test(after) ? '' : ': ';
  return {
    span,
    candidates: [...Object.entries(map.keys), ...ownKeys(map, request)]
      .filter(([name, { retired }]) => retired === undefined && !way.siblings.has(name))
      .map(([name, key]) => keyCandidate(name, key, colon)),
  };
}

/** Of a role or a work package that is its front matter. */
function isYaml({ kind, blocks: [first] }: CompletionRequest['document'], offset: number): boolean {
  if (kind !== 'role' && kind !== 'workPackage') return true;
  return first?.kind === 'frontMatter' && first.contentSpan.start <= offset && offset <= first.contentSpan.end;
}

/** The project's own roles, by name. */
function ownRoles({ project }: CompletionRequest): readonly string[] {
  return project.ofKind('role').map(({ path }) => roleNameOf(path));
}

/** The keys that only this project has. */
function ownKeys(
  { names, others, keys }: MapSchema,
  request: CompletionRequest,
): readonly (readonly [string, YamlKey])[] {
  if (names === undefined || !others) return [];
  return ownRoles(request).flatMap((name) =>
    Object.hasOwn(keys, name)
      ? []
      : [[name, { description: `The role ${name} of this project.`, schema: others }] as const],
  );
}

const nothingAt = (offset: number): Offer => ({ span: { start: offset, end: offset }, candidates: [] });

function readLine(line: string): YamlLine {
  const [, blanks = '', dashes = '', , key] = lineForm.exec(line) ?? [];
  return { indent: blanks.length, dash: dashes.length, ...(key === undefined ? {} : { key }) };
}

interface Way {
  /** The keys from the top down to the map or list the cursor is in. */
  readonly keys: readonly string[];
  /** The other keys of the map the cursor is in. */
  readonly siblings: ReadonlySet<string>;
}

/**
 * @param column where what is written begins.
 * @param dashAt the column of the dash before it, where there is one.
 */
function wayTo({ document: { text }, place }: CompletionRequest, column: number, dashAt: number | undefined): Way {
  const above = text.slice(0, place.line.start).split(/\r\n|\n|\r/u);
  const below = text
    .slice(place.line.end)
    .split(/\r\n|\n|\r/u)
    .slice(1);
  const keys: string[] = [];
  const siblings = new Set<string>();
  let inMap = dashAt === undefined;
  // What holds the cursor's map is further left, a list's key perhaps in the column of its dashes.
  let limit = (dashAt ?? column - 1) + 1;
  for (const line of above.reverse()) {
    if (isBlankLine(line)) continue;
    const { indent, dash, key } = readLine(line);
    const at = indent + dash;
    if (inMap && at === column) {
      if (key !== undefined) siblings.add(key);
      if (dash === 0) continue;
      inMap = false;
      limit = indent + 1;
    } else if (key !== undefined && at < limit) {
      keys.unshift(key);
      inMap = false;
      limit = dash > 0 ? indent + 1 : at;
    }
  }
  for (const line of below) {
    if (isBlankLine(line)) continue;
    const { indent, dash, key } = readLine(line);
    if (dash > 0 || indent < column || line.startsWith('---')) break;
    if (indent === column && key !== undefined) siblings.add(key);
  }
  return { keys, siblings };
}

const isBlankLine = (line: string): boolean => /^\s*(?:#|$)/u.test(line);

function schemaAt(schema: YamlSchema, keys: readonly string[]): YamlSchema | undefined {
  return keys.reduce<YamlSchema | undefined>((holder, key) => {
    const map = holder && mapOf(holder);
    return map && valueSchema(map, key);
  }, schema);
}

/** The map, or that of a list's items. */
function mapOf(schema: YamlSchema): MapSchema | undefined {
  if (schema.type === 'map') return schema;
  return schema.type === 'list' ? mapOf(schema.items) : undefined;
}

function valueSchema({ keys, others }: MapSchema, key: string): YamlSchema | undefined {
  return (Object.hasOwn(keys, key) ? keys[key]?.schema : undefined) ?? others;
}

function keyCandidate(name: string, { description, schema }: YamlKey, colon: string): Candidate {
  const deeper = schema.type === 'map' || schema.type === 'list';
  return {
    label: name,
    kind: 'field',
    detail: description,
    documentation: () => escapeMarkdown(description),
    newText: `${name}${deeper ? colon.trimEnd() : colon}`,
  };
}

function valuesOf(schema: YamlSchema, request: CompletionRequest): readonly Candidate[] {
  switch (schema.type) {
    case 'boolean':
      return ['true', 'false'].map((label) => ({ label, kind: 'value' }));
    case 'string':
      if (schema.names !== undefined)
        return [...new Set([...builtInRoleNames, ...ownRoles(request)])].map((label) => ({ label, kind: 'value' }));
      return (schema.values ?? []).map((label) => ({
        label,
        kind: 'value',
        // What looks like a number is a text in quotes only.
        ...(/^[\d.]+$/u.test(label) ? { newText: `"${label}"`, filterText: `"${label}"` } : {}),
      }));
    case 'list':
      return schema.orSingle ? valuesOf(schema.items, request) : [];
    default:
      return [];
  }
}
