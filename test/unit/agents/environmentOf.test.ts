import { expect, it } from 'vitest';
import { environmentOf } from '../../../server/src/execution/agents/environmentOf.js';
import { testMachine } from '../../support/testMachine.js';

const ours = { CODEX_CONFIG: JSON.stringify({ allow_login_shell: false }) };

function configured(
  own: string | undefined,
  env: Readonly<Record<string, string>> = ours,
  around: Readonly<Record<string, string>> = {},
): readonly unknown[] {
  const warnings: string[] = [];
  const machine = testMachine();
  const environment = environmentOf(
    {
      machine: {
        ...machine,
        places: { ...machine.places, env: { [Object.keys(env)[0] ?? '']: own, LANG: 'C', ...around } },
      },
      folder: '/project',
      mode: 'headless',
      warn: (text) => warnings.push(text),
    },
    { start: { args: [], env }, session: 's', log: '/log' },
  );
  expect(environment).toMatchObject({ LANG: 'C', PWD: '/project', PACTWRIGHT_SESSION: 's' });
  return [environment[Object.keys(env)[0] ?? ''], ...warnings];
}

it.each([
  ['nothing', undefined, ours.CODEX_CONFIG],
  ['an empty one', ' ', ours.CODEX_CONFIG],
  ['settings', '{ "model": "mine", "allow_login_shell": true }', '{"model":"mine","allow_login_shell":false}'],
  ['settings with comments', '{ "model": "mine", /* mine */ }', '{"model":"mine","allow_login_shell":false}'],
])('keeps the settings of the person in a variable that holds %s', (_, own, expected) => {
  expect(configured(own)).toEqual([expected]);
});

it('joins lists, and puts rules of ours behind those of the person, as the last that matches applies', () => {
  const own = { plugin: ['mine'], permission: { bash: { '*': 'allow', 'git *': 'allow' } }, theme: 'dark' };
  const over = { plugin: ['ours'], permission: { bash: { '*': 'deny', 'pactwright *': 'allow' } } };
  expect(configured(JSON.stringify(own), { OPENCODE_CONFIG_CONTENT: JSON.stringify(over) })).toEqual([
    '{"theme":"dark","plugin":["mine","ours"],"permission":{"bash":{"git *":"allow","*":"deny","pactwright *":"allow"}}}',
  ]);
});

it('says that what is no JSON object is ignored', () => {
  const why = 'CODEX_CONFIG is not a JSON object, so your settings in it are ignored: fix it, or unset it';
  expect(configured('model = "mine"')).toEqual([ours.CODEX_CONFIG, why]);
});

it('adds nothing to the settings of a session around this one, which that one has from us', () => {
  expect(configured('{ "plugin": ["outer"] }', ours, { PACTWRIGHT_SESSION: 'outer' })).toEqual([ours.CODEX_CONFIG]);
});
