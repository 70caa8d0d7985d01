import { expect, it } from 'vitest';
import { isBuilder, type PhaseSettings, saidAgents, saidModels } from '../../../server/src/agents/phaseChoice.js';
import { parseYamlDocument } from '../../../server/src/documents/yaml/parseYamlDocument.js';
import type { Role } from '../../../server/src/documents/role/role.js';
import { readConfiguration } from '../../../server/src/workspace/configuration.js';

const tester: Role = {
  name: 'tester',
  title: 'reviewer',
  phases: ['check'],
  agents: ['pi'],
  models: ['of-the-role'],
  pactkit: 'qa-engineer',
  instructions: 'Review.',
};

const claude = { id: 'claude', models: ['opus', 'sonnet', 'haiku'] };

interface Sources {
  readonly agents?: Readonly<Record<string, readonly string[]>>;
  readonly models?: Readonly<Record<string, string>>;
  readonly yaml?: string;
  readonly commands?: Readonly<Record<string, string>>;
  readonly pactkitAgents?: Readonly<Record<string, string>>;
}

function settingsOf({
  agents = {},
  models = {},
  yaml = '',
  commands = {},
  pactkitAgents = {},
}: Sources): PhaseSettings {
  const { configuration, problems } = readConfiguration(parseYamlDocument(yaml).document);
  expect(problems).toEqual([]);
  return {
    agents: new Map(Object.entries(agents)),
    models: new Map(Object.entries(models)),
    configuration,
    pactkit: {
      file: '.claude/pactkit.yaml',
      commands: new Map(Object.entries(commands)),
      agents: new Map(Object.entries(pactkitAgents)),
    },
  };
}

const part = { phase: 'check', role: tester } as const;

it('agents: each source counts where those before it say nothing', () => {
  const all = settingsOf({
    agents: { check: ['a'], tester: ['b'], default: ['f'] },
    yaml: 'agents:\n  phases:\n    check: { agent: [c, cc] }\n  roles:\n    tester: { agent: d }\n',
  });
  expect(saidAgents(part, all).map(({ value, by }) => [value.join(), by])).toEqual([
    ['a', 'your setting agents.choices (check)'],
    ['b', 'your setting agents.choices (tester)'],
    ['c,cc', '`agents.phases.check.agent` in .pactwright/config.yaml'],
    ['d', '`agents.roles.tester.agent` in .pactwright/config.yaml'],
    ['pi', 'the role tester'],
    ['f', 'your setting agents.choices (default)'],
  ]);
  expect(saidAgents({ phase: 'plan', role: { ...tester, name: 'architect', agents: [] } }, all)).toHaveLength(1);
});

const yamlOfAll =
  'agents:\n  phases:\n    check: { agent: claude, model: [c, cc] }\n  roles:\n    tester: { agent: claude, model: d }\n';

it.each<[string, Sources, readonly string[], string]>([
  [
    'the phase, by you',
    { models: { 'claude/check': 'a, aa', 'claude/tester': 'b' }, yaml: yamlOfAll },
    ['a', 'aa'],
    'your setting agents.models (claude/check)',
  ],
  [
    'the role, by you',
    { models: { 'claude/tester': 'b', claude: 'h' }, yaml: yamlOfAll },
    ['b'],
    'your setting agents.models (claude/tester)',
  ],
  [
    'the phase, by the project',
    { models: { claude: 'h' }, yaml: yamlOfAll },
    ['c', 'cc'],
    '`agents.phases.check.model` in .pactwright/config.yaml',
  ],
  [
    'the role, by the project',
    { yaml: 'agents:\n  roles:\n    tester: { agent: claude, model: d }\n' },
    ['d'],
    '`agents.roles.tester.model` in .pactwright/config.yaml',
  ],
  [
    'a model that it has, without an agent',
    { yaml: 'agents:\n  phases:\n    check: { model: [gpt-5, haiku] }\n' },
    ['haiku'],
    '`agents.phases.check.model` in .pactwright/config.yaml',
  ],
  [
    'command_models',
    { commands: { check: 'sonnet' }, pactkitAgents: { 'qa-engineer': 'opus' }, models: { claude: 'h' } },
    ['sonnet'],
    '`command_models` in .claude/pactkit.yaml',
  ],
  [
    'agent_models',
    { pactkitAgents: { 'qa-engineer': 'opus' }, models: { claude: 'h' } },
    ['opus'],
    '`agent_models` in .claude/pactkit.yaml',
  ],
  [
    'the agent, by you',
    { models: { claude: 'h' }, pactkitAgents: { 'qa-engineer': 'inherit' } },
    ['h'],
    'your setting agents.models (claude)',
  ],
])('model: %s', (_what, sources, value, by) => {
  expect(saidModels(part, claude, settingsOf(sources))).toEqual({ value, by });
});

it.each<[string, Sources, { readonly id: string; readonly models?: readonly string[] }]>([
  ['nothing is said', {}, claude],
  [
    'it is meant for another agent',
    { yaml: 'agents:\n  phases:\n    check: { agent: codex, model: gpt-5 }\n' },
    claude,
  ],
  [
    'it has no such model',
    { yaml: 'agents:\n  phases:\n    check: { model: gpt-5 }\n', commands: { check: 'large' } },
    claude,
  ],
  ['it is told none', { models: { own: 'x' } }, { id: 'own' }],
])('model: none where %s', (_what, sources, agent) => {
  expect(saidModels(part, agent, settingsOf(sources))).toBeUndefined();
});

it('the model of a role is for its agent', () => {
  expect(saidModels(part, { id: 'pi', models: [] }, settingsOf({}))?.value).toEqual(['of-the-role']);
});

it.each([
  [{ agent: 'claude' }, true],
  [{ agent: 'codex' }, false],
  [{ agent: 'claude', model: 'opus' }, true],
  [{ agent: 'claude', model: 'haiku' }, false],
  [{ agent: 'pi', model: 'haiku' }, true],
])('%j built it: %s', (worker, built) => {
  expect(isBuilder(worker, [{ agent: 'claude', model: 'opus' }, { agent: 'pi' }])).toBe(built);
});
