import { registeredKinds } from '../documents/registry.js';
import type { Rule, WrittenRule } from './rule.js';

const needs = {
  document: 'the document itself, and whether its item is archived',
  workspace: 'all documents of the project',
  code: 'documents and source code (`lint --git`)',
  git: 'documents, source code and git (`lint --git`)',
} as const;

/** A rule's page with its example: what `docs/rules/`, `pactwright rules CODE` and a finding's code link show. */
export async function renderRulePage(rule: Rule): Promise<string> {
  const { default: examples } = await import('./examples.json', { with: { type: 'json' } });
  const byCode: Readonly<Record<string, string | undefined>> = examples;
  return renderRuleReference(await withProse(rule), byCode[rule.code]);
}

export async function withProse(rule: Rule): Promise<WrittenRule> {
  const { ruleProse } = await import('./ruleProse.js');
  const prose = ruleProse[rule.code];
  if (!prose) throw new Error(`nothing is written about ${rule.code}`);
  return { ...rule, ...prose };
}

/** @param example Markdown with headings; left out where the page has to be short. */
export function renderRuleReference(rule: WrittenRule, example?: string): string {
  const peer = rule.peer
    ? `PactKit ${rule.peer.since === '2.10.6' ? '2.10.6 and later' : 'after 2.10.6'}, as ${article(rule.peer.severity)}`
    : 'Pactwright';
  return (
    [
      `# ${rule.code} ${rule.name}`,
      `${rule.summary}.`,
      `## Why\n\n${rule.why.trim()}`,
      ...(example === undefined ? [] : [example]),
      `## How to fix\n\n${rule.fix.trim()}`,
      `## PactKit\n\n${rule.pactkit.trim()}`,
      `## Turn it off\n\n${switchOff(rule)}`,
      [
        '## Details\n',
        '| Property | Value |',
        '| --- | --- |',
        `| Severity | ${rule.severity} |`,
        `| Documents | ${rule.documents.map((kind) => `\`${kind}\``).join(', ')} |`,
        `| Looks at | ${needs[rule.needs]} |`,
        `| From | ${peer} |`,
        `| Since | ${rule.since} |`,
      ].join('\n'),
    ].join('\n\n') + '\n'
  );
}

function article(severity: 'error' | 'warning'): string {
  return severity === 'error' ? 'an error' : 'a warning';
}

function switchOff(rule: Rule): string {
  const forProject = `in \`.pactwright/config.yaml\`:\n\n\`\`\`yaml\nrules:\n  ${rule.code}: off\n\`\`\``;
  const comment = ignoringComment(rule);
  if (comment === undefined) return `Comments have no effect. For the project, ${forProject}`;
  return `In one place: ${comment} on the line above. For the project, ${forProject}`;
}

/** Undefined if no comment silences the rule. */
function ignoringComment({ code, documents, lastPass, checkProject, needs: looksAt }: Rule): string | undefined {
  const comment = `pactwright-disable-next-line ${code}`;
  // What is said last is said of the comments, too.
  if (lastPass) return undefined;
  // Of the rules about the project as a whole, those that need no git are about tests.
  if (checkProject) return looksAt === 'code' ? `\`// ${comment}\` (or \`# ${comment}\`)` : undefined;
  const isYaml = documents.every((kind) => registeredKinds.get(kind).syntax === 'yaml');
  return isYaml ? `\`# ${comment}\`` : `\`<!-- ${comment} -->\``;
}
