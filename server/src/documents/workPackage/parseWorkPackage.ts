import type { Block } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';
import { checkYaml } from '../yaml/yamlSchema.js';
import type { YamlNode } from '../yaml/yamlTree.js';
import { yamlValue } from '../yaml/yamlValue.js';
import type { WorkPackage } from './workPackage.js';
import { workPackageSchema } from './workPackageSchema.js';

/** The id that the name of a file begins with: `WP01-first.md`. */
export function workPackageIdOf(path: string): string | undefined {
  return /^(WP\d{2,})(?:-.*)?\.md$/u.exec(path.slice(path.lastIndexOf('/') + 1))?.[1];
}

/** Reads a work package. Never throws. */
export async function parseWorkPackage(path: string, text: string, blocks: readonly Block[]): Promise<WorkPackage> {
  const [first] = blocks;
  const start: Span = { start: 0, end: Math.max(0, text.search(/\r|\n|$/u)) };
  const named = workPackageIdOf(path) ?? '';
  const problems: WorkPackage['problems'][number][] = [];
  if (first?.kind !== 'frontMatter') {
    problems.push({
      span: start,
      message: 'The work package has no front matter: begin the file with `---`, its keys and another `---`',
    });
    return { id: named, idSpan: start, title: '', ...none, problems };
  }
  const { parseYamlDocument } = await import('../yaml/parseYamlDocument.js');
  const { start: from, end } = first.contentSpan;
  // Blank lines in front keep the offsets those of the file.
  const above = text.slice(0, from).replace(/[^\r\n]/gu, ' ');
  const { document, problems: syntax } = parseYamlDocument(above + text.slice(from, end), '1.1');
  problems.push(...syntax.map(({ span, message }) => ({ span, message })));
  const { root } = document;
  if (root) problems.push(...checkYaml(root, workPackageSchema));
  const idNode = yamlValue(root, 'work_package_id');
  const id = textOf(idNode);
  if (root && id === undefined)
    problems.push({ span: start, message: 'The work package has no id: add `work_package_id`' });
  if (id !== undefined && named !== '' && id !== named && idNode)
    problems.push({
      span: idNode.span,
      message: `The file is named after ${named}, but its id is \`${id}\`: use the same`,
      suggestion: named,
    });
  const target = textOf(yamlValue(root, 'merge_target_branch'));
  return {
    id: id ?? named,
    idSpan: idNode?.span ?? start,
    title: textOf(yamlValue(root, 'title')) ?? '',
    dependencies: locatedIn(yamlValue(root, 'dependencies')),
    ownedFiles: locatedIn(yamlValue(root, 'owned_files')),
    createIntent: locatedIn(yamlValue(root, 'create_intent')).map(({ value }) => value),
    isPlanning: textOf(yamlValue(root, 'execution_mode')) === 'planning_artifact',
    subtasks: locatedIn(yamlValue(root, 'subtasks')).map(({ value }) => value),
    ...(target === undefined ? {} : { mergeTarget: target }),
    problems,
  };
}

const none = { dependencies: [], ownedFiles: [], createIntent: [], isPlanning: false, subtasks: [] } as const;

function textOf(node: YamlNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The texts of a list, with their places. */
function locatedIn(node: YamlNode | undefined): readonly Located[] {
  if (node?.kind !== 'sequence') return [];
  return node.items.flatMap((item) => {
    const value = textOf(item);
    return value === undefined ? [] : [{ value, span: item.span }];
  });
}
