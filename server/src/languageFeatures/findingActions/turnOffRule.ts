import { configurationPath } from '../../documents/projectMarks.js';
import { parseYamlDocument } from '../../documents/yaml/parseYamlDocument.js';
import type { YamlMap, YamlNode, YamlPair } from '../../documents/yaml/yamlTree.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { applyEdits, insertAt, type TextEdit } from '../../markdown/textEdit.js';
import type { Rule } from '../../rules/rule.js';
import { readConfiguration } from '../../workspace/configuration.js';
import type { FileChange } from '../../workspace/fileChange.js';

/**
 * The change to the configuration that turns a rule off for the project. Comments and order stay; the new line has the rule's name in a
 * comment.
 *
 * @param text of the configuration; undefined if the file does not exist.
 * @returns undefined if the file is not a valid configuration.
 */
export function turnOffRule(text: string | undefined, rule: Pick<Rule, 'code' | 'name'>): FileChange | undefined {
  if (text === undefined) return { kind: 'create', path: configurationPath, text: `rules:\n${lineFor(rule, '  ')}\n` };
  const { document, problems } = parseYamlDocument(text);
  if (problems.length > 0) return undefined;
  const edits = turningOff(text, document.root, rule);
  return edits && isOff(text, edits, rule) ? { kind: 'edit', path: configurationPath, edits } : undefined;
}

function lineFor({ code, name }: Pick<Rule, 'code' | 'name'>, indentation: string): string {
  return `${indentation}${code}: off # ${name}`;
}

function turningOff(
  text: string,
  root: YamlNode | undefined,
  rule: Pick<Rule, 'code' | 'name'>,
): readonly TextEdit[] | undefined {
  const br = lineBreakOf(text);
  const rules = root?.kind === 'map' ? root.pairs.find(({ key }) => key.value === 'rules') : undefined;
  if (rules) return underRules(text, rules, rule);
  if (root !== undefined && (root.kind !== 'map' || isFlow(text, root))) return undefined;
  const needsBreak = text !== '' && !/[\r\n]$/u.test(text);
  return [insertAt(text.length, `${needsBreak ? br : ''}rules:${br}${lineFor(rule, '  ')}${br}`)];
}

function underRules(
  text: string,
  { key, value }: YamlPair,
  rule: Pick<Rule, 'code' | 'name'>,
): readonly TextEdit[] | undefined {
  const br = lineBreakOf(text);
  if (value.kind === 'scalar' && value.value === null && value.span.start === value.span.end)
    return [insertAt(lineEnd(text, key.span.end), `${br}${lineFor(rule, '  ')}`)];
  if (value.kind !== 'map') return undefined;
  const known = value.pairs.filter((pair) => pair.key.value === rule.code || pair.key.value === rule.name);
  if (known.length > 0) return known.map((pair) => ({ span: pair.value.span, newText: 'off' }));
  const last = value.pairs.at(-1);
  if (isFlow(text, value))
    return last
      ? [insertAt(last.span.end, `, ${rule.code}: off`)]
      : [{ span: value.span, newText: `{ ${rule.code}: off }` }];
  if (!last) return undefined;
  const start = last.key.span.start;
  const indentation = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return [insertAt(lineEnd(text, last.span.end), `${br}${lineFor(rule, indentation)}`)];
}

function isFlow(text: string, { span }: YamlMap): boolean {
  return text.charAt(span.start) === '{';
}

function lineEnd(text: string, offset: number): number {
  const end = text.slice(offset).search(/\r?\n|$/u);
  return offset + end;
}

/** Parses the file with the edit instead of guessing the effect of aliases, anchors and document ends. */
function isOff(text: string, edits: readonly TextEdit[], { code, name }: Pick<Rule, 'code' | 'name'>): boolean {
  const { document, problems } = parseYamlDocument(applyEdits(text, edits));
  const { rules } = readConfiguration(document).configuration;
  return problems.length === 0 && (rules.get(code) ?? rules.get(name)) === 'off';
}
