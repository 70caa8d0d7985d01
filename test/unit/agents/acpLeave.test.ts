import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { RequestError, type ToolCallUpdate } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { isOwnCommand } from '../../../server/src/agents/acp/leave.js';
import { agentThat, ask, converse, options } from '../../support/acpSide.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

interface Folders {
  readonly folder: string;
  readonly outside: string;
}

/** A folder to work in, with links that lead out of it. */
function folders(): Folders {
  const folder = temporaryFolder();
  const outside = temporaryFolder();
  writeFiles(folder, { 'a.txt': 'one\ntwo\nthree\n', '.git/config': 'x' });
  writeFiles(outside, { 'secret.txt': 'secret' });
  symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'out.txt'));
  symlinkSync(path.join(outside, 'new.txt'), path.join(folder, 'nowhere.txt'));
  symlinkSync(outside, path.join(folder, 'away'));
  symlinkSync(path.join(folder, 'a.txt'), path.join(folder, 'in.txt'));
  return { folder, outside };
}

/** With the real folders in place of their names. */
function placed<T>(value: T, { folder, outside }: Folders): T {
  return JSON.parse(JSON.stringify(value).replaceAll('IN/', `${folder}/`).replaceAll('OUT/', `${outside}/`)) as T;
}

describe('leave for a call, where nobody is there', () => {
  const at = (...files: readonly string[]): { locations: { path: string }[] } => ({
    locations: files.map((file) => ({ path: /^(?:OUT)?\//u.test(file) ? file : `IN/${file}` })),
  });
  const run = (command: unknown): Omit<ToolCallUpdate, 'toolCallId'> => ({ kind: 'execute', rawInput: { command } });

  it.each<[string, Omit<ToolCallUpdate, 'toolCallId'>, string, ('read' | 'write')?]>([
    ['a file in the folder is edited', { kind: 'edit', ...at('src/a.js') }, 'b'],
    ['one of two lies outside', { kind: 'edit', ...at('src/a.js', 'OUT/a') }, 'c'],
    ['it goes up', { kind: 'edit', ...at('../a.js') }, 'c'],
    ['a link leads out', { kind: 'edit', ...at('away/a.js') }, 'c'],
    ['it is git’s', { kind: 'edit', ...at('.git/hooks/pre-commit') }, 'c'],
    ['no file is named', { kind: 'edit' }, 'c'],
    ['the file is not absolute', { kind: 'edit', locations: [{ path: 'a.js' }] }, 'c'],
    ['the input names another', { kind: 'edit', ...at('a.js'), rawInput: { file_path: '/etc/passwd' } }, 'c'],
    [
      'the change is of another',
      { kind: 'edit', ...at('a.js'), content: [{ type: 'diff', path: '/etc/a', newText: '' }] },
      'c',
    ],
    ['it only reads, and edits', { kind: 'edit', ...at('a.js') }, 'c', 'read'],
    ['a file in the folder is read', { kind: 'read', ...at('a.js') }, 'b', 'read'],
    ['one outside is read', { kind: 'read', ...at('/etc/passwd') }, 'c'],
    ['our own command is run', run('pactwright test STORY-001'), 'b', 'read'],
    ['as a list', run(['bash', '-lc', 'pactwright lint']), 'b'],
    ['another is run', run('git push'), 'c'],
    ['a command is not named', { kind: 'execute', title: 'pactwright lint' }, 'c'],
    ['a file is deleted', { kind: 'delete', ...at('a.js') }, 'c'],
    ['a page is fetched', { kind: 'fetch', rawInput: { url: 'https://example.org' } }, 'c'],
    ['nobody knows what it is', { title: 'Something' }, 'c'],
  ])('%s', async (_, call, chosen, access = 'write') => {
    const place = folders();
    let answer = '';
    const side = agentThat(async (client, { sessionId }) => {
      answer = await ask(client, sessionId, placed(call, place));
    });
    const { told, refused } = await converse(side, { folder: place.folder, access });
    expect(answer).toBe(chosen);
    expect(refused).toEqual(chosen === 'c' ? ['one/call'] : []);
    expect(told.some(({ kind }) => kind === 'refused')).toBe(chosen === 'c');
  });

  it('is never given for more than once', async () => {
    const place = folders();
    const answers: string[] = [];
    const side = agentThat(async (client, { sessionId }) => {
      const call = placed({ kind: 'edit' as const, ...at('a.js') }, place);
      for (const offered of [options.slice(0, 1), options.filter(({ kind }) => kind !== 'allow_once')])
        answers.push(await ask(client, sessionId, call, offered));
    });
    await converse(side, { folder: place.folder });
    expect(answers).toEqual(['cancelled', 'c']);
  });
});

it.each([
  ['pactwright test STORY-001', true],
  ['cd /home/me/shop && pactwright lint 2>&1', true],
  ['pactwright lesson-append "src/cart.js: sums (all) begin at 0; always" --item STORY-001', true],
  [`pactwright board add-task STORY-002 'Give $5 | change'`, true],
  ['pactwright lint\npactwright board list', true],
  ['pactwright lint; rm -rf ~', false],
  ['pactwright lint & rm -rf ~', false],
  ['pactwright lint || rm x', false],
  ['pactwright lint | sh', false],
  ['pactwright lint > ~/.bashrc', false],
  ['pactwright board add-task "$(rm -rf ~)"', false],
  ['pactwright board add-task `rm x`', false],
  ['pactwright "unfinished; rm x', false],
  ['pactwright\\ x', false],
  ['pactwright-evil', false],
  ['"pactwright"x', false],
  ['PATH=. pactwright lint', false],
  ['./pactwright lint', false],
  ['cd /work', false],
  ['', false],
])('%s: is it only our own command? %s', (command, isOwn) => {
  expect(isOwnCommand(command)).toBe(isOwn);
});

describe('leave for a call, where a person is there', () => {
  it.each<[string, readonly (string | undefined)[], string]>([
    ['the number', ['1'], 'a'],
    ['the words', ['allow ONCE'], 'b'],
    ['yes', ['yes'], 'b'],
    ['no', ['n'], 'c'],
    ['the id', ['a'], 'a'],
    ['something else at first', ['hm', '9', '2'], 'b'],
    ['something else for ever', ['hm', 'hm', 'hm'], 'c'],
    ['nothing', [undefined], 'c'],
  ])('is what they answer: %s', async (_, given, chosen) => {
    const questions: string[] = [];
    let answer = '';
    const side = agentThat(async (client, { sessionId }) => {
      answer = await ask(client, sessionId, { kind: 'execute', rawInput: { command: 'git push' } });
    });
    const { refused } = await converse(side, {
      consult: (question) => {
        questions.push(question);
        return Promise.resolve(given[questions.length - 1]);
      },
    });
    expect(answer).toBe(chosen);
    expect(questions).toHaveLength(given.length);
    expect(questions[0]).toBe('May I do this? execute: git push\n1. Always\n2. Allow once\n3. Reject');
    expect(refused).toEqual(chosen === 'c' ? ['one/call'] : []);
  });

  it('is not asked for what a phase may do', async () => {
    let answer = '';
    const side = agentThat(async (client, { sessionId }) => {
      answer = await ask(client, sessionId, { kind: 'execute', rawInput: { command: 'pactwright lint' } });
    });
    await converse(side, { consult: () => Promise.reject(new Error('nobody is to be asked')) });
    expect(answer).toBe('b');
  });
});

describe('files', () => {
  /** What the agent's request comes to: what it is answered, or the code of the error. */
  async function requested(
    place: Folders,
    method: string,
    params: object,
    access: 'read' | 'write' = 'write',
  ): Promise<unknown> {
    let answer: unknown;
    const side = agentThat(async (client, { sessionId }) => {
      answer = await client
        .request(method, { sessionId, ...placed(params, place) })
        .catch((error: unknown) => (error instanceof RequestError ? error.code : error));
    });
    await converse(side, { folder: place.folder, access });
    return answer;
  }

  it.each<[string, object, unknown]>([
    ['whole', { path: 'IN/a.txt' }, { content: 'one\ntwo\nthree\n' }],
    ['from a line on', { path: 'IN/a.txt', line: 2, limit: 1 }, { content: 'two' }],
    ['by a link within', { path: 'IN/in.txt' }, { content: 'one\ntwo\nthree\n' }],
    ['not by a link out', { path: 'IN/out.txt' }, -32602],
    ['not outside', { path: 'OUT/secret.txt' }, -32602],
    ['not by going up', { path: 'IN/../x' }, -32602],
    ['not what is missing', { path: 'IN/b.txt' }, -32002],
  ])('are read: %s', async (_, params, answer) => {
    expect(await requested(folders(), 'fs/read_text_file', params)).toEqual(answer);
  });

  it('are written, with their folders', async () => {
    const place = folders();
    expect(await requested(place, 'fs/write_text_file', { path: 'IN/new/b.txt', content: 'ä\r\n' })).toEqual({});
    expect(readFileSync(path.join(place.folder, 'new/b.txt'), 'utf8')).toBe('ä\r\n');
  });

  it.each([
    ['IN/out.txt'],
    ['IN/nowhere.txt'],
    ['IN/away/new.txt'],
    ['OUT/new.txt'],
    ['IN/.git/config'],
    ['IN/.GIT/hooks/pre-commit'],
    ['IN/new/.git'],
  ])('are not written: %s', async (file) => {
    const place = folders();
    expect(await requested(place, 'fs/write_text_file', { path: file, content: 'evil' })).toBe(-32602);
    expect(readFileSync(path.join(place.outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(existsSync(path.join(place.outside, 'new.txt'))).toBe(false);
    expect(readFileSync(path.join(place.folder, '.git/config'), 'utf8')).toBe('x');
  });

  it('are not written by who only reads', async () => {
    const place = folders();
    expect(await requested(place, 'fs/write_text_file', { path: 'IN/a.txt', content: 'x' }, 'read')).toBe(-32602);
    expect(readFileSync(path.join(place.folder, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('are all that is served: there is no terminal', async () => {
    expect(await requested(folders(), 'terminal/create', { command: 'id' })).toBe(-32601);
  });
});
