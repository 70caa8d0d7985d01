import { expect, it } from 'vitest';
import { readCustomAgents } from '../../../server/src/agents/customAgent.js';

const own = {
  id: 'own',
  program: 'own-agent',
  headless: ['run', ['--model', '{model}'], ['--session={session}'], '{access}', '-p', 'Please: {prompt}'],
  interactive: ['{prompt}'],
  access: { read: ['--read-only'], write: [] },
  output: 'claude',
};

it('fills in what it was asked, and leaves out what it was not', () => {
  const [read] = readCustomAgents([own]);
  if (!read || !('agent' in read)) throw new Error(read?.problem);
  const { agent } = read;
  const wild = `"; rm -rf ~ #$(x) {model} $& $1`;
  expect(agent.headless?.({ prompt: wild, access: 'write' })).toEqual({ args: ['run', '-p', `Please: ${wild}`] });
  expect(agent.headless?.({ prompt: 'x', access: 'read', model: 'm', session: 's' }).args).toEqual([
    ...['run', '--model', 'm', '--session=s', '--read-only', '-p', 'Please: x'],
  ]);
  expect(agent.interactive?.({ prompt: wild, access: 'write' }).args).toEqual([wild]);
  expect(agent.refuses?.('headless', 'read')).toBeUndefined();
  expect(agent.resumes).toBe(true);
  expect(agent.models).toEqual([]);
  expect(agent.readLine('{"type":"result","result":"x"}')).toEqual([{ kind: 'turnEnd' }]);
});

it('hands the prompt over on the standard input, and takes plain text', () => {
  const [read] = readCustomAgents([{ id: 'plain', headless: ['go'], stdin: true }]);
  if (!read || !('agent' in read)) throw new Error(read?.problem);
  expect(read.agent.headless?.({ prompt: 'x', access: 'write' })).toEqual({ args: ['go'], input: 'x' });
  expect(read.agent.models).toBeUndefined();
  expect(read.agent.readLine('hello')).toEqual([{ kind: 'message', text: 'hello' }]);
  expect(read.agent.refuses?.('headless', 'read')).toContain('access.read');
});

it('takes a program that speaks the Agent Client Protocol, by its name or by its command', () => {
  const [known, other] = readCustomAgents([
    { id: 'mine', acp: 'gemini' },
    {
      id: 'other',
      name: 'Other',
      acp: ['other-agent', 'acp', ['--model', '{model}'], '{access}'],
      access: { read: ['--look'] },
    },
  ]).map((read) => ('agent' in read ? read.agent : undefined));
  expect(known).toMatchObject({ id: 'mine', name: 'Gemini CLI (ACP)', program: 'gemini', resumes: true });
  expect(known?.headless?.({ prompt: 'x', access: 'write', model: 'm' })).toEqual({
    args: ['--acp', '--model=m'],
    input: 'x',
  });
  expect(known?.refuses?.('headless', 'read')).toBeUndefined();
  expect(other).toMatchObject({ name: 'Other', program: 'other-agent', acp: {} });
  expect(other?.headless?.({ prompt: 'x', access: 'read' })).toEqual({ args: ['acp', '--look'], input: 'x' });
  const [bare] = readCustomAgents([{ id: 'bare', acp: ['bare'] }]);
  expect(bare && 'agent' in bare ? bare.agent.refuses?.('headless', 'read') : '').toContain('access.read');
});

it.each([
  [[{ id: 'a', acp: 'nobody' }], 'one of gemini, qwen'],
  [[{ id: 'a', acp: 'constructor' }], 'one of gemini, qwen'],
  [[{ id: 'a', acp: [] }], 'begins with the program'],
  [[{ id: 'a', acp: [['a']] }], 'begins with the program'],
  [[{ id: 'a', acp: 7 }], 'a list of strings'],
  [[{ id: 'a', acp: 'gemini', headless: ['x'] }], 'unknown key "headless"'],
  [[{ id: 'a', acp: ['x'], name: 7 }], '"name" must be a string'],
  [{}, 'must be a list'],
  [[7], 'needs an "id"'],
  [[{ id: 'Ä' }], 'needs an "id"'],
  [[{ id: 'claude', headless: ['{prompt}'] }], 'already'],
  [[own, own], 'already'],
  [[{ id: 'a' }], 'neither "interactive" nor "headless"'],
  [[{ id: 'a', headless: ['x'] }], 'has no {prompt}'],
  [[{ id: 'a', interactive: ['x'] }], 'has no {prompt}'],
  [[{ id: 'a', headless: 'x {prompt}' }], 'a list of strings'],
  [[{ id: 'a', headless: ['{prompt}', 7] }], 'a list of strings'],
  [[{ id: 'a', headless: ['{prompt}'], output: 'nothing' }], '"output"'],
  [[{ id: 'a', headless: ['{prompt}'], shell: true }], 'unknown key "shell"'],
  [[{ id: 'a', headless: ['{prompt}'], stdin: 'yes' }], '"stdin"'],
])('%j: %s', (value, problem) => {
  const last = readCustomAgents(value).at(-1);
  expect(last && 'problem' in last ? last.problem : '').toContain(problem);
});

it('takes nothing for none', () => {
  expect(readCustomAgents(undefined)).toEqual([]);
});
