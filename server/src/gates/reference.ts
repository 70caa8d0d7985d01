import type { Condition } from './condition.js';
import { type GateName, gateNames } from './gate.js';
import { builtInProfiles } from './profiles.js';

const meanings: Readonly<Record<GateName, string>> = {
  plan: 'The spec is ready to be worked on.',
  'act-in': 'Work can start; the spec is frozen.',
  'act-out': 'The work is complete.',
  check: 'The work is ready for review.',
  done: 'The item can be Done.',
  commit: 'The changes can be committed.',
  release: 'The item can be released.',
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
    'A gate decides whether an item can continue: `pactwright gate NAME ID`. It checks conditions, each of which passes, fails or is unknown. The gate blocks if a required condition fails, and is undecided if one is unknown.',
    ['| Gate | Meaning | Conditions |', '| --- | --- | --- |', ...gates].join('\n'),
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
  repeat: 'fix the work and run the gate again',
  spec: 'the spec has to change',
  process: 'a larger process is needed',
} as const;

function renderCondition({ name, title, why, gates, required, backtrack }: Condition): string {
  return [
    `### ${name}`,
    `${title}.`,
    why,
    `${required ? 'Required' : 'Optional'} in ${gates.map((gate) => `\`${gate}\``).join(', ')}. If it fails: ${ways[backtrack]}.`,
  ].join('\n\n');
}
