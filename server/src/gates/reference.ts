import type { Condition } from './condition.js';
import { type GateName, gateNames } from './gate.js';
import { builtInProfiles } from './profiles.js';

const meanings: Readonly<Record<GateName, string>> = {
  plan: 'The spec is ready to be worked on.',
  'act-in': 'Work may begin; the spec is frozen.',
  'act-out': 'The work is complete in itself.',
  check: 'The work stands up to being looked at.',
  done: 'The item may be Done.',
  commit: 'What is there may be committed.',
  release: 'The item may be released.',
};

/** The reference of gates, conditions and profiles, as a Markdown document. */
export function renderGateReference(conditions: readonly Condition[]): string {
  const gates = gateNames.map((gate) => {
    const asked = conditions.filter((condition) => condition.gates.includes(gate));
    return `| \`${gate}\` | ${meanings[gate]} | ${asked.map(({ name }) => `[${name}](#${name})`).join(', ')} |`;
  });
  const profiles = Object.entries(builtInProfiles).map(
    ([name, { description, extends: from, require, optional, off }]) =>
      `| \`${name}\` | ${description} | ${[...(from === undefined ? [] : [`begins with \`${from}\``]), ...names('requires', require), ...names('optional', optional), ...names('off', off)].join('; ')} |`,
  );
  return `${[
    '# Gates',
    'A gate answers whether an item may go on: `pactwright gate NAME ID`. It asks conditions, each of which passes, fails or is unknown. A required one that fails closes the gate; one that is unknown keeps it from being open.',
    ['| Gate | Asks whether | Conditions |', '| --- | --- | --- |', ...gates].join('\n'),
    '## Profiles',
    'A profile says which conditions are required. A project has its own in `.pactwright/config.yaml` under `gates.profiles`.',
    ['| Profile | For | Conditions |', '| --- | --- | --- |', ...profiles].join('\n'),
    '## Conditions',
    ...conditions.map(renderCondition),
  ].join('\n\n')}\n`;
}

function names(what: string, conditions: readonly string[]): string[] {
  return conditions.length === 0 ? [] : [`${what} ${conditions.map((name) => `\`${name}\``).join(', ')}`];
}

const ways = {
  repeat: 'mend the work and ask again',
  spec: 'the spec has to change',
  process: 'a bigger process is needed',
} as const;

function renderCondition({ name, title, why, gates, required, backtrack }: Condition): string {
  return [
    `### ${name}`,
    `${title}.`,
    why,
    `${required ? 'Required' : 'Optional'} in ${gates.map((gate) => `\`${gate}\``).join(', ')}. Where it fails: ${ways[backtrack]}.`,
  ].join('\n\n');
}
