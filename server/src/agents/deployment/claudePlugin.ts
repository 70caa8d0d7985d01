import manifest from '../../../package.json' with { type: 'json' };

/** The folder of a marketplace for Claude Code, with one plugin. */
export const marketplace = '.pactwright/claude';
export const plugin = `${marketplace}/pactwright`;

const { name, version, license } = manifest;
const description = 'Specs, gates and the sprint board of Pactwright projects';

const readme = `# Pactwright

This plugin brings the skills, commands, roles, hooks and the MCP server of Pactwright to Claude Code. In a project with \`docs/specs\` or \`.pactwright/config.yaml\`, hooks refuse changes to frozen specs and protected tests and report what is missing before work is done. In other projects they allow everything.

The command \`pactwright\` must be in the \`PATH\`. \`pactwright init --agents claude-plugin\` wrote this folder, and \`pactwright update\` writes it again.
`;

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** What makes a plugin of it, by path. @see https://code.claude.com/docs/en/plugins-reference */
export const pluginFiles: Readonly<Record<string, string>> = {
  [`${marketplace}/.claude-plugin/marketplace.json`]: json({
    name,
    owner: { name: 'Pactwright' },
    description,
    plugins: [{ name, source: './pactwright', description }],
  }),
  [`${plugin}/.claude-plugin/plugin.json`]: json({
    name,
    version,
    description,
    author: { name: 'Pactwright' },
    license,
  }),
  [`${plugin}/README.md`]: readme,
};
