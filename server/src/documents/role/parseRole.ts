import type { Block } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';
import { pactkitAgents } from '../pactkitConfig/pactkitSchema.js';
import { type Phase, phaseNames } from '../phaseNames.js';
import { map, oneOf, oneOrMore, text as anyText, textThat } from '../yaml/schemaParts.js';
import { checkYaml } from '../yaml/yamlSchema.js';
import type { YamlNode } from '../yaml/yamlTree.js';
import { yamlValue } from '../yaml/yamlValue.js';
import type { Role, RoleFile, RoleProblem } from './role.js';

/** Longer than this it would take the room of what the phase is about, in UTF-16 units. */
const longestInstructions = 6_000;

/** The front matter of a role's file. */
export const roleSchema = map({
  name: ['The name of the role, which is that of its file.', anyText],
  title: [
    'What the agent is called in the prompt: `You are the …`.',
    textThat((value) =>
      /^[^\n]{1,60}$/u.test(value.trim()) ? undefined : 'is not a title: use one line of at most 60 characters',
    ),
  ],
  phases: ['The phases whose prompts hold its instructions, whoever leads them.', oneOrMore(oneOf(phaseNames))],
  agent: [
    'The agent that works if this role leads a phase, by its id; of several, the next if one cannot.',
    oneOrMore(anyText),
  ],
  model: ['The model of that agent, by the agent’s own name of it.', oneOrMore(anyText)],
  pactkit: ['The PactKit agent with the same role: its model in pactkit.yaml applies.', oneOf(pactkitAgents)],
});

/** What a role may be called. */
const nameForm = /^[a-z][a-z0-9-]{0,39}$/u;

/**
 * Reads a role: its name is that of the file, its front matter is optional, the rest is the instructions for its agent. Never throws.
 *
 * @param name of the file, without `.md`.
 */
export async function parseRole(name: string, text: string, blocks: readonly Block[]): Promise<RoleFile> {
  const [first] = blocks;
  const front = first?.kind === 'frontMatter' ? first : undefined;
  const start: Span = { start: 0, end: Math.max(0, text.search(/\r|\n|$/u)) };
  const problems: RoleProblem[] = [];
  if (!nameForm.test(name))
    problems.push({
      span: start,
      message: `\`${name}\` cannot be used as a role name: rename the file, with lowercase letters, digits and hyphens`,
    });
  if (phaseNames.some((phase) => phase === name))
    problems.push({
      span: start,
      message: `\`${name}\` is a phase and cannot be used as a role name: rename the file`,
    });
  if (!front && /^\uFEFF?(?:---|\+\+\+)/u.test(text))
    problems.push({ span: start, message: 'The front matter is not closed: end it with a line `---`' });
  const root = front && (await readFront(text, front.contentSpan, problems));
  problems.push(...nameProblems(root, name));
  const instructions = text.slice(front?.span.end ?? 0).trim();
  if (instructions === '')
    problems.push({
      span: front?.span ?? start,
      message: 'The role has no instructions: write below the front matter what its agent does',
    });
  if (instructions.length > longestInstructions)
    problems.push({
      span: start,
      message: `The role has ${instructions.length} characters of instructions, which leaves too little of the prompt: shorten it to ${longestInstructions}`,
    });
  const role = problems.length === 0 ? roleOf(name, root, instructions) : undefined;
  return { role, problems };
}

/** @param problems takes what is wrong with it. */
async function readFront(text: string, { start, end }: Span, problems: RoleProblem[]): Promise<YamlNode | undefined> {
  const { parseYamlDocument } = await import('../yaml/parseYamlDocument.js');
  // Blank lines in front keep the offsets those of the file.
  const above = text.slice(0, start).replace(/[^\r\n]/gu, ' ');
  const { document, problems: syntax } = parseYamlDocument(above + text.slice(start, end), '1.2');
  problems.push(...syntax.map(({ span, message }) => ({ span, message })));
  if (document.root) problems.push(...checkYaml(document.root, roleSchema));
  return document.root;
}

function nameProblems(root: YamlNode | undefined, name: string): readonly RoleProblem[] {
  const node = yamlValue(root, 'name');
  if (node?.kind !== 'scalar' || typeof node.value !== 'string' || node.value === name) return [];
  return [
    {
      span: node.span,
      message: `\`name\` is \`${node.value}\`, but the file makes it \`${name}\`: use the same name, or leave it out`,
      suggestion: name,
    },
  ];
}

function roleOf(name: string, root: YamlNode | undefined, instructions: string): Role {
  const [title = name] = textsOf(yamlValue(root, 'title'));
  const [pactkit] = textsOf(yamlValue(root, 'pactkit'));
  const phases = textsOf(yamlValue(root, 'phases'));
  return {
    name,
    title: title.trim(),
    phases: phaseNames.filter((phase: Phase) => phases.includes(phase)),
    agents: textsOf(yamlValue(root, 'agent')),
    models: textsOf(yamlValue(root, 'model')),
    ...(pactkit === undefined ? {} : { pactkit }),
    instructions,
  };
}

/** The texts of a list, or the only one. */
function textsOf(node: YamlNode | undefined): readonly string[] {
  if (node?.kind === 'sequence') return node.items.flatMap(textsOf);
  return node?.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [];
}
