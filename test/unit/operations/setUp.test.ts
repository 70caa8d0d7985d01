import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { deployedAgents, deployment } from '../../../server/src/agents/deployment/deployment.js';
import { guideFiles } from '../../../server/src/agents/guideFiles.js';
import { skillFiles } from '../../../server/src/agents/deployment/skillFiles.js';
import { parseJsonWithComments } from '../../../server/src/base/json.js';
import { countTokens } from '../../../server/src/agents/playbooks/playbook.js';
import { manifestPath } from '../../../server/src/documents/projectMarks.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { carryOutOn, refusalOf } from '../../support/checkOperation.js';

type Files = Readonly<Record<string, string>>;

/** What is on disk afterwards. */
async function after(files: Files, operation: string, input: Readonly<Record<string, unknown>> = {}): Promise<Files> {
  const { changed } = await carryOutOn({ operation, input, files });
  const all = Object.entries({ ...files, ...changed });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const settings = [
  '{',
  '\t// Mine.',
  '\t"permissions": { "allow": ["Bash(ls:*)"] }, // keep',
  '\t"hooks": {',
  '\t\t"PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./mine.sh" }] }],',
  '\t},',
  '\t"mcpServers": { "mine": { "command": "mine" } }',
  '}',
].join('\n');

/** Files of each kind, written by hand, and none of them as a formatter would leave it. */
const handWritten: Files = {
  'CLAUDE.md': '# Mine\r\n\r\nNo line break at the end',
  'AGENTS.md': '# Mine\n\n\n',
  'GEMINI.md': '',
  'QWEN.md': '\uFEFF# Mine\n',
  '.github/copilot-instructions.md': 'Be brief.\n',
  '.claude/settings.json': settings,
  '.gemini/settings.json': settings.replaceAll('\n', '\r\n'),
  '.qwen/settings.json': '{}',
  '.mcp.json': '{ "mcpServers": { "mine": { "command": "mine" } } }',
  '.cursor/mcp.json': '{\n  "mcpServers": {\n  }\n}\n',
  'opencode.json': '{"$schema":"https://opencode.ai/config.json","mcp":{}}\n',
  '.codex/config.toml': '# Mine\nmodel = "gpt-5" # keep\n\n[mcp_servers.mine]\ncommand = "mine"\n',
  '.claude/agents/mine.md': '---\nname: mine\ndescription: Mine\n---\n',
};

const all = { agents: deployedAgents.join(',') };

describe('init', () => {
  it.each(deployedAgents)(
    'sets an empty project up for %s; again changes nothing; remove leaves documents only',
    async (agents) => {
      const once = await after({}, 'init', { agents });
      expect(await after(once, 'init', { agents })).toEqual(once);
      expect(await after(once, 'update')).toEqual(once);
      const left = Object.keys(await after(once, 'remove'));
      expect(left.sort()).toEqual([
        '.pactwright/config.yaml',
        'docs/architecture/governance/lessons.md',
        'docs/architecture/governance/rules.md',
        'docs/product/context.md',
        'docs/product/sprint_board.md',
        'docs/specs/.gitkeep',
        'docs/test_cases/.gitkeep',
      ]);
    },
  );

  it('says what comes next in a project without items, and starts a context that knows the new board', async () => {
    const { plan, changed } = await carryOutOn({ operation: 'init', input: {}, files: {} });
    expect(plan.answer.message).toContain('\nNext: commit these files, then create an item with `pactwright new-item');
    expect(changed['docs/product/context.md']).toContain('Backlog: 0 | In Progress: 0 | Done: 0 stories');
    const files = { 'docs/specs/STORY-001.md': '# STORY-001: One\n' };
    expect((await carryOutOn({ operation: 'init', input: {}, files })).plan.answer.message).not.toContain('Next:');
  });

  it('keeps every byte of what a person wrote, and remove gives it back', async () => {
    const once = await after(handWritten, 'init', all);
    expect(await after(once, 'init', all)).toEqual(once);
    for (const [path, text] of Object.entries(handWritten)) {
      const added = once[path] ?? '';
      let at = 0;
      for (const character of text) at = added.indexOf(character, at) + 1 || Number.NaN;
      expect(at, `${path} lost something`).not.toBeNaN();
    }
    expect(await after(once, 'remove')).toMatchObject(handWritten);
    for (const path of ['.claude/settings.json', '.gemini/settings.json', '.qwen/settings.json', '.mcp.json']) {
      const read = parseJsonWithComments(once[path] ?? '');
      expect(read, path).toBeDefined();
      if (path !== '.claude/settings.json')
        expect(read).toMatchObject({ mcpServers: { pactwright: { command: 'node' } } });
    }
    expect(parseToml(once['.codex/config.toml'] ?? '')).toMatchObject({
      model: 'gpt-5',
      mcp_servers: { mine: { command: 'mine' }, pactwright: { command: 'node' } },
    });
  });

  it('deploys what is chosen and leaves out what is named', async () => {
    const given = { agents: 'claude', only: 'skills/trace,roles', exclude: 'roles/illustrator' };
    const paths = Object.keys(await after({}, 'init', given)).filter((path) => path.startsWith('.claude'));
    expect(paths).toHaveLength(9);
    expect(paths).toContain('.claude/skills/pactwright-trace/SKILL.md');
    expect(paths).not.toContain('.claude/agents/pactwright-illustrator.md');
    expect((await refusalOf({ operation: 'init', input: { agents: 'cluade' }, files: {} })).message).toContain(
      'did you mean claude?',
    );
  });

  it('keeps a server of the person that has the same name', async () => {
    const mine = { '.mcp.json': '{ "mcpServers": { "pactwright": { "command": "mine" } } }' };
    const { changed, plan } = await carryOutOn({ operation: 'init', input: { agents: 'claude' }, files: mine });
    expect(changed).not.toHaveProperty('.mcp.json');
    expect(plan.answer.message).toContain('.mcp.json: unchanged, because the project has its own');
  });

  it('refuses settings that it cannot read, before anything is written', async () => {
    const files = { '.claude/settings.json': '{ "hooks": ' };
    const { code, message } = await refusalOf({ operation: 'init', input: { agents: 'claude' }, files });
    expect([code, message]).toEqual([
      'unreadable',
      expect.stringContaining('.claude/settings.json is not a JSON object'),
    ]);
  });
});

describe('update and remove over edits by hand', () => {
  const role = '.claude/agents/pactwright-auditor.md';

  it('keep an edited file and an edited block, and say so; --force replaces and removes them', async () => {
    const once = await after(handWritten, 'init', { agents: 'claude' });
    const edited = {
      ...once,
      [role]: `${once[role] ?? ''}\nMine.\n`,
      'CLAUDE.md': (once['CLAUDE.md'] ?? '').replace('one item at a time', 'two items at a time'),
    };
    const { changed, plan } = await carryOutOn({ operation: 'update', input: {}, files: edited });
    expect(changed).toEqual({});
    expect(plan.answer.data['files']).toMatchObject({ [role]: 'edited', 'CLAUDE.md': 'edited' });
    const left = await after(edited, 'remove');
    expect(Object.keys(left)).toEqual(expect.arrayContaining([role, manifestPath]));
    expect(left['CLAUDE.md']).toBe(edited['CLAUDE.md']);
    const forced = await after(edited, 'update', { force: true });
    expect(forced[role]).toBe(once[role]);
    expect(await after(edited, 'remove', { force: true })).not.toHaveProperty([role]);
  });

  it('finds its entries in settings that a formatter rewrote', async () => {
    const once = await after({ '.mcp.json': '{}' }, 'init', { agents: 'claude' });
    const formatted = { ...once, '.mcp.json': JSON.stringify(JSON.parse(once['.mcp.json'] ?? ''), undefined, 8) };
    expect(await after(formatted, 'update')).toEqual(formatted);
    expect((await after(formatted, 'remove'))['.mcp.json']).not.toContain('pactwright');
  });

  it('restore what was deleted, and keep what was added around it', async () => {
    const once = await after({}, 'init', { agents: 'claude' });
    const { [role]: gone = '', ...without } = once;
    const more = { ...without, 'CLAUDE.md': `# Mine\n\n${once['CLAUDE.md'] ?? ''}\nMine, too.\n` };
    const updated = await after(more, 'update');
    expect(updated).toEqual({ ...more, [role]: gone });
    expect((await after(updated, 'remove'))['CLAUDE.md']).toBe('# Mine\n\n\nMine, too.\n');
  });

  it('refuse where nothing is deployed, and a list that cannot be read', async () => {
    for (const operation of ['update', 'remove', 'init-status'])
      expect((await refusalOf({ operation, input: {}, files: {} })).code).toBe('not-found');
    const files = { [manifestPath]: '{' };
    expect((await refusalOf({ operation: 'init-status', input: {}, files })).code).toBe('unreadable');
  });
});

describe('what is deployed', () => {
  it('beside files of PactKit keeps each of them', async () => {
    const pactkit: Files = {
      '.claude/pactkit.yaml': 'stack: node\n',
      '.claude/CLAUDE.md': '# shop\n\n<!-- PACTKIT:BEGIN -->\nx\n<!-- PACTKIT:END -->\n',
      '.claude/skills/pactkit-trace/SKILL.md': '---\nname: pactkit-trace\n---\n',
      '.claude/agents/qa-engineer.md': '---\nname: qa-engineer\n---\n',
    };
    const once = await after(pactkit, 'init', all);
    expect(once).toMatchObject(pactkit);
    expect(await after(once, 'remove')).toMatchObject(pactkit);
  });

  it('has thirteen skills and twenty-five guides, each short, with a description in its front matter', () => {
    expect([Object.keys(skillFiles).length, Object.keys(guideFiles).length]).toEqual([13, 25]);
    for (const [name, text] of Object.entries({ ...skillFiles, ...guideFiles })) {
      expect(text, name).toMatch(/^---\ndescription: \S.{10,}\n---\n\n/u);
      expect(countTokens(text), name).toBeLessThan(350);
    }
  });

  it('names no file twice, and no file of one machine', async () => {
    const pieces = await deployment(
      { scope: 'project', agents: deployedAgents, only: [], exclude: [] },
      defaultConfiguration.ci,
      '/home/ada',
    );
    const paths = pieces.flatMap(({ kind, path }) => (kind === 'file' ? [path] : []));
    expect(new Set(paths).size).toBe(paths.length);
    expect(JSON.stringify(pieces)).not.toMatch(/"\/(?:home|Users|work|root)\//u);
  });
});
