import { expect, it } from 'vitest';
import { readChosenAgents, readChosenModels } from '../../../server/src/agents/chosenModels.js';

const names = ['check', 'plan', 'tester', 'critic'];

it.each<[unknown, readonly (readonly [string, string])[]]>([
  [undefined, []],
  [null, []],
  [{}, []],
  [
    { claude: 'opus', 'claude/tester': ' haiku ' },
    [
      ['claude', 'opus'],
      ['claude/tester', 'haiku'],
    ],
  ],
  [{ 'claude/check': 'haiku', claude: '' }, [['claude/check', 'haiku']]],
])('models: %j', (value, chosen) => {
  expect(readChosenModels(value, names)).toEqual({ chosen: new Map(chosen), problems: [] });
});

it.each<[unknown, RegExp]>([
  [['opus'], /^models must be one line per agent, not a list/u],
  [{ claude: 7 }, /^"claude": the model name must be a string$/u],
  [
    { 'claude/somebody': 'opus' },
    /^"claude\/somebody": there is no phase or role "somebody" \(known: check, plan, tester, critic\)$/u,
  ],
  [{ 'claude/chek': 'opus' }, /^"claude\/chek": there is no phase or role "chek" \(did you mean check\?\)$/u],
  [{ 'claude/constructor': 'opus' }, /there is no phase or role "constructor"/u],
])('models: %j is reported, and the rest counts', (value, problem) => {
  const { chosen, problems } = readChosenModels(
    Array.isArray(value) ? value : { ...(value as object), pi: 'x' },
    names,
  );
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect([...chosen]).toEqual(Array.isArray(value) ? [] : [['pi', 'x']]);
});

it.each<[unknown, readonly (readonly [string, readonly string[]])[]]>([
  [undefined, []],
  [
    { check: 'codex, claude', critic: 'pi', default: 'claude', plan: ' ' },
    [
      ['check', ['codex', 'claude']],
      ['critic', ['pi']],
      ['default', ['claude']],
    ],
  ],
])('agents: %j', (value, chosen) => {
  expect(readChosenAgents(value, names)).toEqual({ chosen: new Map(chosen), problems: [] });
});

it.each<[unknown, RegExp]>([
  [['codex'], /^agents must be one line per phase or role, not a list/u],
  [{ check: ['codex'] }, /^"check": the agents must be a string$/u],
  [{ tster: 'codex' }, /^"tster": there is no phase or role "tster" \(did you mean tester\?\)$/u],
])('agents: %j is reported', (value, problem) => {
  const { chosen, problems } = readChosenAgents(value, names);
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect([...chosen]).toEqual([]);
});
