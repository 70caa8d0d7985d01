import { describe, expect, it } from 'vitest';
import { serversIn } from '../../../server/src/agents/mcp.js';
import { serverRows } from '../../../server/src/agents/playbooks/serverRows.js';
import { agentNamed } from '../../../server/src/agents/registry.js';
import { readMcpServers } from '../../../server/src/execution/agents/mcpServers.js';
import { createMemoryFiles } from '../../support/memoryFiles.js';

const json = (value: unknown): string => JSON.stringify(value);
const command = { command: 'npx' };

describe('the MCP servers of', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[], Readonly<Record<string, string>>?]>([
    [
      'claude',
      {
        '/shop/.mcp.json': json({ mcpServers: { playwright: command, off: { ...command, disabled: true } } }),
        '/home/ann/.claude.json': json({
          mcpServers: { context7: command },
          projects: { '/shop': { mcpServers: { local: command } }, '/other': { mcpServers: { foreign: command } } },
        }),
      },
      ['playwright', 'context7', 'local'],
    ],
    [
      'claude',
      {
        '/elsewhere/.claude.json': json({ mcpServers: { a: command } }),
        '/home/ann/.claude.json': json({ mcpServers: { b: command } }),
      },
      ['a'],
      { CLAUDE_CONFIG_DIR: '/elsewhere' },
    ],
    [
      'codex',
      {
        '/home/ann/.codex/config.toml': [
          'model = "gpt-5"',
          '[mcp_servers.context7] # docs',
          'command = "npx"',
          '[mcp_servers.context7.env]',
          'KEY = "x"',
          '[mcp_servers."my db"]',
          'url = "http://localhost"',
          '[mcp_servers.old]',
          'enabled = false',
          'command = "x"',
          '[mcp_servers]',
          'inline = { command = "x" }',
          'gone = { command = "x", enabled = false }',
          'dotted.command = "x"',
          '[mcp_servers_of_mine.nothing]',
          '[[projects]]',
        ].join('\r\n'),
      },
      ['context7', 'my db', 'inline', 'dotted'],
    ],
    ['codex', { '/codex/config.toml': 'mcp_servers.a.command = "x"\n' }, ['a'], { CODEX_HOME: '/codex' }],
    [
      'opencode',
      {
        '/home/ann/.config/opencode/opencode.json': json({
          mcp: { jira: { type: 'remote', enabled: false }, db: { type: 'local' } },
        }),
        '/shop/opencode.jsonc':
          '{\n  // "mcp": {}\n  "url": "https://a/*b*/", /* no */ "mcp": { "ui": { "type": "local", }, },\n}\n',
      },
      ['db', 'ui'],
    ],
    ['kilo', { '/shop/kilo.json': json({ mcp: { ui: {} } }) }, ['ui']],
    [
      'copilot',
      {
        '/home/ann/.copilot/mcp-config.json': json({ mcpServers: { gh: command } }),
        '/shop/.github/mcp.json': json({ mcpServers: { a: command } }),
      },
      ['a', 'gh'],
    ],
    [
      'gemini',
      {
        '/shop/.gemini/settings.json': json({ mcpServers: { a: command } }),
        '/home/ann/.gemini/settings.json': json({ mcpServers: { a: command, b: command } }),
      },
      ['a', 'b'],
    ],
    ['qwen', { '/home/ann/.qwen/settings.json': json({ mcpServers: { a: command } }) }, ['a']],
    ['cursor', { '/shop/.cursor/mcp.json': json({ mcpServers: { a: command } }) }, ['a']],
    ['auggie', { '/home/ann/.augment/settings.json': json({ mcpServers: { a: command } }) }, ['a']],
    ['claude', { '/shop/.mcp.json': '{ broken', '/home/ann/.claude.json': '[]' }, []],
    ['pi', {}, []],
  ])('%s, from %j', async (id, files, servers, env = {}) => {
    const machine = {
      files: createMemoryFiles(files),
      places: { env, platform: 'linux' as const, home: '/home/ann' },
    };
    expect(await readMcpServers(machine, agentNamed(id) ?? {}, '/shop')).toEqual(servers);
  });
});

it.each(['', '{', '[]', 'null', '{"mcpServers":[1]}', '{"mcpServers":{"a":1}}'])('%j names none', (text) => {
  expect(serversIn({ in: 'folder', path: 'x.json', keys: ['mcpServers'] }, text, '/')).toEqual([]);
});

it.each<[string, Parameters<typeof serverRows>[1], string]>([
  ['playwright', 'check', '`playwright`: open what a user would see'],
  ['playwright', 'release', '`playwright`'],
  ['my `own`', 'act', '`` my `own` ``'],
])('%s in %s has a line', (name, phase, line) => {
  expect(serverRows([name], phase)[0]?.line.startsWith(line)).toBe(true);
});
