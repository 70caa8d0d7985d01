import { excerpt } from '../../base/excerpt.js';
import type { TracedCall } from '../../trace/codeGraph/callTrace.js';
import { fullName, type Part } from '../../trace/codeGraph/codeIndex.js';

/** As a sequence diagram of Mermaid: a participant is a class, or a file for what is in none. */
export function sequenceDiagram(calls: readonly TracedCall[], entries: readonly Part[]): string {
  const names = new Map<string, string>();
  for (const part of [...entries, ...calls.flatMap(({ from, to }) => [from, to])]) {
    const key = participantOf(part);
    if (!names.has(key)) names.set(key, `p${String(names.size + 1)}`);
  }
  const nameOf = (part: Part): string => names.get(participantOf(part)) ?? '';
  return [
    'sequenceDiagram',
    ...[...names].map(([key, name]) => `    participant ${name} as ${key}`),
    ...calls.map(({ from, to, certain }) => {
      const arrow = certain ? '->>' : '-->>';
      return `    ${nameOf(from)}${arrow}${nameOf(to)}: ${to.definition.name}(${plain(to.definition.parameters ?? '')})`;
    }),
    '',
  ].join('\n');
}

function participantOf({ path, definition }: Part): string {
  if (definition.kind === 'class') return fullName(definition);
  return definition.owner ?? path.slice(path.lastIndexOf('/') + 1);
}

/** Signs that end a line or a message are left out. */
function plain(parameters: string): string {
  return excerpt(parameters.replace(/[;#{}<>]/gu, ''), 60);
}
