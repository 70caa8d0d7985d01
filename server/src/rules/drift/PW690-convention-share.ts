import type { ParsedDocument } from '../../documents/document.js';
import { configurationPath } from '../../documents/projectMarks.js';
import type { Convention } from '../../trace/graph.js';
import type { YamlNode, YamlPair } from '../../documents/yaml/yamlTree.js';
import type { ConventionName } from '../../workspace/configuration.js';
import type { Project } from '../../workspace/project.js';
import type { Fix } from '../finding.js';
import { defineProjectRule } from '../rule.js';
import { lineBreakOf } from '../../markdown/lines.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { type Span, span } from '../../markdown/span.js';
import { titlePlace } from '../support/place.js';
import { projectPlace } from '../support/projectPlace.js';

/** The number of finished items that make a habit. */
const fewest = 5;

const sayings: Readonly<Record<ConventionName, string>> = {
  testCases: 'have a test case',
  commits: 'are named by a commit',
  branches: 'have or had a branch of their own',
  tests: 'have tests that name their criteria or scenarios',
  ticks: 'had their tasks ticked in the commits that did the work',
  gates: 'passed the gate `done`',
};

export const conventionShare = defineProjectRule({
  code: 'PW690',
  name: 'convention-share',
  summary: 'Some items follow a convention, but too few to require it of the others',
  severity: 'info',
  needs: 'git',
  since: '0.1.0',
  documents: ['config', 'board'],
  why: 'Rules about commits, branches, ticks, test cases and tests only apply if a project works that way: at least 80 % of at least 5 finished items. Below that they report nothing, and this finding tells you so.',
  fix: 'Decide. `conventions: { commits: required }` in `.pactwright/config.yaml` checks every item, `off` checks none; either removes this finding. A convention that no item follows is not reported.',
  pactkit: 'PactKit has no conventions.',
  *checkProject({ project, trace, configuration }) {
    const [config] = project.ofKind('config');
    const place = config ? { file: config, span: conventionsPlace(config) } : projectPlace(project);
    if (!place) return;
    for (const convention of Object.values(trace.conventions)) {
      const { name, kept, of, enforced } = convention;
      if (enforced || kept === 0 || of < fewest || configuration.conventions.get(name) === 'off') continue;
      yield {
        ...place,
        anchor: name,
        message: `${kept} of ${of} finished items (${Math.floor((100 * kept) / of)} %) ${sayings[name]}: too few to require it of the others, so they are not checked. Set \`${name}\` under \`conventions\` to \`required\` or \`off\`.`,
        otherFixes: settingFixes(project, convention),
      };
    }
  },
});

/** The key `conventions`, else the beginning. */
function conventionsPlace(config: ParsedDocument<'config'>): Span {
  return conventionsOf(config)?.key.span ?? titlePlace(config);
}

function conventionsOf({ model: { root } }: ParsedDocument<'config'>): YamlPair | undefined {
  return root?.kind === 'map' ? root.pairs.find(({ key }) => key.value === 'conventions') : undefined;
}

/** To require the convention and to switch it off; none if the file is not written as usual. */
function settingFixes(project: Project, { name }: Convention): readonly Fix[] {
  const [config] = project.ofKind('config');
  return (['required', 'off'] as const).flatMap((setting): Fix[] => {
    const title = setting === 'required' ? `Require ${name} of every item` : `Do not require ${name}`;
    if (!config) {
      const text = `conventions:\n  ${name}: ${setting}\n`;
      return [{ title, safe: false, edits: [], others: [{ kind: 'create', path: configurationPath, text }] }];
    }
    const edit = settingEdit(config, name, setting);
    return edit ? [{ title, safe: false, edits: [edit] }] : [];
  });
}

function settingEdit(config: ParsedDocument<'config'>, name: ConventionName, setting: string): TextEdit | undefined {
  const { text, problems, model } = config;
  const br = lineBreakOf(text);
  if (problems.length > 0 || !isBlockMap(text, model.root)) return undefined;
  const conventions = conventionsOf(config)?.value;
  if (!conventions) {
    const before = text === '' || /[\r\n]$/u.test(text) ? '' : br;
    const end = span(text.length, text.length);
    return { span: end, newText: `${before}conventions:${br}  ${name}: ${setting}${br}` };
  }
  if (conventions.kind !== 'map' || !isBlockMap(text, conventions)) return undefined;
  const known = conventions.pairs.find(({ key }) => key.value === name);
  if (known) return { span: known.value.span, newText: setting };
  const start = conventions.pairs[0]?.span.start;
  if (start === undefined) return undefined;
  const indent = text.slice(config.lines.lineStart(config.lines.positionAt(start).line), start);
  return { span: span(start, start), newText: `${name}: ${setting}${br}${indent}` };
}

/** Whether it is written with a line for each key; an empty file is as good. */
function isBlockMap(text: string, node: YamlNode | undefined): boolean {
  return node === undefined || (node.kind === 'map' && text.charAt(node.span.start) !== '{');
}
