import { expect, it } from 'vitest';
import { modelFor, readChosenModels } from '../../../server/src/agents/chosenModels.js';
import { agentNamed } from '../../../server/src/agents/registry.js';
import type { RoleName } from '../../../server/src/agents/roles.js';

const claude = agentNamed('claude');

it.each<[chosen: unknown, role: RoleName | undefined, model: string | undefined]>([
  [undefined, 'tester', undefined],
  [{}, 'tester', undefined],
  [{ claude: 'opus' }, 'tester', 'opus'],
  [{ claude: 'opus' }, undefined, 'opus'],
  [{ claude: 'opus', 'claude/tester': ' haiku ' }, 'tester', 'haiku'],
  [{ claude: 'opus', 'claude/tester': 'haiku' }, 'developer', 'opus'],
  [{ 'claude/tester': 'haiku' }, undefined, undefined],
  [{ 'claude/tester': '', claude: 'opus' }, 'tester', 'opus'],
  [{ codex: 'opus' }, 'tester', undefined],
])('%j: as %s it uses %s', (chosen, role, model) => {
  const { models, problems } = readChosenModels(chosen);
  expect(problems).toEqual([]);
  expect(claude && modelFor(models, claude, role)).toBe(model);
});

it('tells an agent none that takes none', () => {
  const { models } = readChosenModels({ claude: 'opus' });
  expect(modelFor(models, { id: 'claude' })).toBeUndefined();
});

it.each<[unknown, RegExp]>([
  [['opus'], /^models must be one line per agent, not a list/u],
  [{ claude: 7 }, /^"claude": the model name must be a string$/u],
  [{ 'claude/critic': 'opus' }, /^"claude\/critic": there is no role "critic" \(architect, developer, .*\)$/u],
  [{ 'claude/constructor': 'opus' }, /there is no role "constructor"/u],
])('%j is told of, and the rest counts', (chosen, problem) => {
  const { models, problems } = readChosenModels(Array.isArray(chosen) ? chosen : { ...(chosen as object), pi: 'x' });
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect([...models]).toEqual(Array.isArray(chosen) ? [] : [['pi', 'x']]);
});
