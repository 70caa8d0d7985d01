import { marketplace, plugin, pluginFiles } from './claudePlugin.js';
import type { Layout } from './layout.js';

/** Where each program wants its files. */
export const layouts: readonly Layout[] = [
  {
    // https://code.claude.com/docs/en/skills, /sub-agents, /hooks, /mcp, /memory
    id: 'claude',
    readFor: '2.1.330',
    instructions: { path: 'CLAUDE.md' },
    skills: '.claude/skills',
    commands: { path: (name) => `.claude/commands/pactwright/${name}.md`, form: 'arguments' },
    roles: { path: (name) => `.claude/agents/pactwright-${name}.md`, form: 'claude' },
    mcp: { path: '.mcp.json', form: 'mcpServers' },
    hooks: { path: '.claude/settings.json', form: 'claude' },
    approval:
      'Claude Code asks for the server in .mcp.json at its next start: trust the folder, then approve pactwright',
    user: {
      instructions: { path: '.claude/CLAUDE.md' },
      mcp: { path: '.claude.json', form: 'mcpServers' },
      approval: undefined,
    },
  },
  {
    // https://developers.openai.com/codex/skills, /subagents, /hooks, /mcp; commands of a project are skills there
    id: 'codex',
    readFor: '0.169.0',
    instructions: { path: 'AGENTS.md' },
    skills: '.agents/skills',
    roles: { path: (name) => `.codex/agents/pactwright-${name}.toml`, form: 'codex' },
    mcp: { path: '.codex/config.toml', form: 'codex' },
    hooks: { path: '.codex/hooks.json', form: 'claude' },
    approval:
      'Codex ignores .codex in a project that is not trusted: start codex here and trust the folder, then review the hooks with /hooks',
    user: {
      instructions: { path: '.codex/AGENTS.md' },
      approval: 'Codex runs new hooks only after you have reviewed them: start codex and enter /hooks',
    },
  },
  {
    // https://opencode.ai/docs/skills, /commands, /agents, /plugins, /mcp-servers
    id: 'opencode',
    readFor: '1.18.33',
    instructions: { path: 'AGENTS.md' },
    skills: '.opencode/skills',
    commands: { path: (name) => `.opencode/commands/pactwright-${name}.md`, form: 'arguments' },
    roles: { path: (name) => `.opencode/agents/pactwright-${name}.md`, form: 'opencode' },
    mcp: { path: 'opencode.json', form: 'opencode' },
    // Of that folder it runs `*.js` and `*.ts` alone.
    hooks: { path: '.opencode/plugins/pactwright.js', form: 'opencode' },
    user: {
      instructions: { path: '.config/opencode/AGENTS.md' },
      skills: '.config/opencode/skills',
      commands: { path: (name) => `.config/opencode/commands/pactwright-${name}.md`, form: 'arguments' },
      roles: { path: (name) => `.config/opencode/agents/pactwright-${name}.md`, form: 'opencode' },
      mcp: { path: '.config/opencode/opencode.json', form: 'opencode' },
      hooks: { path: '.config/opencode/plugins/pactwright.js', form: 'opencode' },
    },
  },
  {
    // https://docs.github.com/en/copilot/how-tos/copilot-cli
    id: 'copilot',
    readFor: '1.0.102',
    instructions: { path: '.github/copilot-instructions.md' },
    skills: '.github/skills',
    commands: { path: (name) => `.github/prompts/pactwright-${name}.prompt.md`, form: 'prompt' },
    roles: { path: (name) => `.github/agents/pactwright-${name}.agent.md`, form: 'copilot' },
    mcp: { path: '.mcp.json', form: 'mcpServers' },
    hooks: { path: '.github/hooks/pactwright.json', form: 'copilot' },
    approval: 'Copilot asks at its start whether the files in this folder are trusted',
    user: {
      instructions: { path: '.copilot/copilot-instructions.md' },
      skills: '.copilot/skills',
      commands: undefined,
      roles: { path: (name) => `.copilot/agents/pactwright-${name}.agent.md`, form: 'copilot' },
      mcp: { path: '.copilot/mcp-config.json', form: 'mcpServers' },
      hooks: { path: '.copilot/hooks/pactwright.json', form: 'copilot' },
      approval: undefined,
    },
  },
  {
    // https://geminicli.com/docs
    id: 'gemini',
    readFor: '0.61.0',
    instructions: { path: 'GEMINI.md' },
    skills: '.gemini/skills',
    commands: { path: (name) => `.gemini/commands/pactwright/${name}.toml`, form: 'gemini' },
    roles: { path: (name) => `.gemini/agents/pactwright-${name}.md`, form: 'gemini' },
    mcp: { path: '.gemini/settings.json', form: 'mcpServers' },
    hooks: { path: '.gemini/settings.json', form: 'claude' },
    approval: 'Gemini CLI ignores .gemini in a folder that is not trusted: start gemini here and trust it',
    user: { instructions: { path: '.gemini/GEMINI.md' }, approval: undefined },
  },
  {
    // https://qwenlm.github.io/qwen-code-docs
    id: 'qwen',
    readFor: '0.24.4',
    instructions: { path: 'QWEN.md' },
    skills: '.qwen/skills',
    commands: { path: (name) => `.qwen/commands/pactwright/${name}.md`, form: 'gemini' },
    roles: { path: (name) => `.qwen/agents/pactwright-${name}.md`, form: 'qwen' },
    mcp: { path: '.qwen/settings.json', form: 'mcpServers' },
    hooks: { path: '.qwen/settings.json', form: 'claude' },
    approval:
      'Qwen Code asks for the server in .qwen/settings.json at its next start, or run `qwen mcp approve pactwright`',
    user: { instructions: { path: '.qwen/QWEN.md' }, approval: undefined },
  },
  {
    // https://cursor.com/docs; the program could not be run
    id: 'cursor',
    readFor: 'documentation of November 2026',
    instructions: { path: '.cursor/rules/pactwright.mdc', rule: '---\nalwaysApply: true\n---\n\n' },
    skills: '.cursor/skills',
    commands: { path: (name) => `.cursor/commands/pactwright-${name}.md`, form: 'prompt' },
    roles: { path: (name) => `.cursor/agents/pactwright-${name}.md`, form: 'cursor' },
    mcp: { path: '.cursor/mcp.json', form: 'mcpServers' },
    hooks: { path: '.cursor/hooks.json', form: 'cursor' },
    approval: 'Cursor lists the server under Settings > MCP, where it is switched on',
    // Rules for all projects are in its settings.
    user: { instructions: undefined },
  },
  {
    // https://code.claude.com/docs/en/plugins-reference, /plugin-marketplaces
    id: 'claude-plugin',
    agent: 'claude',
    readFor: '2.1.330',
    prefix: '',
    skills: `${plugin}/skills`,
    commands: { path: (name) => `${plugin}/commands/${name}.md`, form: 'arguments' },
    roles: { path: (name) => `${plugin}/agents/${name}.md`, form: 'claude' },
    mcp: { path: `${plugin}/.mcp.json`, form: 'mcpServers' },
    hooks: { path: `${plugin}/hooks/hooks.json`, form: 'claude' },
    launcher: { path: `${plugin}/run.cjs`, called: '${CLAUDE_PLUGIN_ROOT}/run.cjs' },
    files: pluginFiles,
    approval: `Claude Code installs the plugin with \`claude plugin marketplace add ./${marketplace}\` and \`claude plugin install pactwright@pactwright\``,
    user: {
      approval: `Claude Code installs the plugin with \`claude plugin marketplace add ~/${marketplace}\` and \`claude plugin install pactwright@pactwright\``,
    },
  },
  {
    id: 'agents',
    readFor: 'https://agents.md',
    instructions: { path: 'AGENTS.md' },
    skills: '.agents/skills',
    user: { instructions: undefined },
  },
];
