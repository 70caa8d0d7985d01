import { registeredKinds } from '../documents/registry.js';
import type { Rule } from './rule.js';

const needs = {
  document: 'the document itself, and whether its item is archived',
  workspace: 'all documents of the project',
  code: 'documents and source code (`lint --git`)',
  git: 'documents, source code and git (`lint --git`)',
} as const;

/** A rule's reference page as Markdown: what `docs/rules/`, `pactwright rules CODE` and a finding's code link show. */
export function renderRuleReference(rule: Rule): string {
  const peer = rule.peer
    ? `PactKit ${rule.peer.since === '2.10.6' ? '2.10.6 and later' : 'after 2.10.6'}, as ${article(rule.peer.severity)}`
    : 'Pactwright';
  return (
    [
      `# ${rule.code} ${rule.name}`,
      `${rule.summary}.`,
      [
        '| | |',
        '| --- | --- |',
        `| Severity | ${rule.severity} |`,
        `| Documents | ${rule.documents.map((kind) => `\`${kind}\``).join(', ')} |`,
        `| Looks at | ${needs[rule.needs]} |`,
        `| From | ${peer} |`,
        `| Since | ${rule.since} |`,
      ].join('\n'),
      `## Why\n\n${rule.why.trim()}`,
      `## Incorrect\n\n${example(rule, rule.notOk)}`,
      `## Correct\n\n${example(rule, rule.ok)}`,
      `## How to fix\n\n${rule.fix.trim()}`,
      `## PactKit\n\n${rule.pactkit.trim()}`,
      `## Turn it off\n\n${switchOff(rule)}`,
    ].join('\n\n') + '\n'
  );
}

function article(severity: 'error' | 'warning'): string {
  return severity === 'error' ? 'an error' : 'a warning';
}

function isYaml(rule: Rule): boolean {
  return rule.documents.every((kind) => registeredKinds.get(kind).syntax === 'yaml');
}

function example(rule: Rule, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), (run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${isYaml(rule) ? 'yaml' : 'markdown'}\n${text.trim()}\n${fence}`;
}

function switchOff(rule: Rule): string {
  const comment = `pactwright-disable-next-line ${rule.code}`;
  const atOnePlace = `In one place: ${isYaml(rule) ? `\`# ${comment}\`` : `\`<!-- ${comment} -->\``} on the line above. For the project,`;
  // What is said last is said of the comments, too.
  return `${rule.lastPass ? 'Comments have no effect. For the project,' : atOnePlace} in \`.pactwright/config.yaml\`:\n\n\`\`\`yaml\nrules:\n  ${rule.code}: off\n\`\`\``;
}
