import { defineOperation } from '../operation.js';
import { isForUser, scopeField } from './scope.js';

/** Sets a project up for people and agents. */
export const init = defineOperation({
  name: 'init',
  group: 'setUp',
  summary: 'Sets up a project: documents, merge driver, and what agent programs read',
  details:
    'Creates the documents that are missing (board, folders of specs and test cases, rules, lessons, context, `.pactwright/config.yaml`), installs the merge driver and git hooks in this clone, and deploys for each agent its instructions, skills, commands, roles, hooks and MCP server, where and as that program wants them. Files for continuous integration follow `ci` in the configuration. Files of your own stay as they are, byte for byte, outside of the block or entry that is added. `.pactwright/deployed.json` lists what was deployed; commit it. A second run changes nothing. With more agents, it adds them.',
  example: { agents: 'claude,codex' },
  fields: {
    agents: {
      type: 'text',
      description:
        'the agents, with commas: claude, codex, opencode, copilot, gemini, qwen, cursor, claude-plugin (a marketplace with a plugin), agents (AGENTS.md)',
    },
    only: {
      type: 'text',
      description:
        'deploy only these, with commas: instructions, skills, commands, roles, hooks, mcp, git-hooks, ci, skills/trace …',
    },
    exclude: { type: 'text', description: 'leave these out, with commas: hooks, roles/illustrator …' },
    scope: scopeField,
    force: { type: 'flag', description: 'also replace what was deployed and then edited by hand' },
  },
  inHome: isForUser,
  reads: ['board', 'context', 'lessons', 'spec', 'testCase'],
  needs: 'git',
  writes: true,
  begins: true,
  plan: async (workspace, input) => (await import('./plans.js')).planInit(workspace, input),
});
