/**
 * What is deployed for Claude Code, sorted.
 *
 * @param {readonly { kind: string, path: string, text?: string }[]} pieces
 * @param {(text: string) => number} countTokens
 * @param {string} tools those of the MCP server, as a model is shown them
 */
export function deployedTexts(pieces, countTokens, tools) {
  const rowsOf = (/** @type {RegExp} */ place) =>
    pieces.flatMap(({ path, text = '' }) => {
      const name = place.exec(path)?.[1];
      const [, front = '', title = ''] =
        /^(?:---\n[^]*?description: (.*?)\n(?:.*\n)*?---\n|# (.*)\n)/u.exec(text) ?? [];
      const description = front.startsWith('"') ? JSON.parse(front) : front || title;
      return name === undefined ? [] : [{ name, description, tokens: countTokens(text) }];
    });
  const skills = rowsOf(/^\.claude\/skills\/pactwright-([^/]+)\/SKILL\.md$/u);
  const commands = rowsOf(/^\.claude\/commands\/pactwright\/(.+)\.md$/u);
  const roles = rowsOf(/^\.claude\/agents\/pactwright-(.+)\.md$/u);
  const listed = (/** @type {string} */ name, /** @type {readonly Row[]} */ rows) => ({
    name,
    description: 'names and descriptions',
    tokens: countTokens(rows.map((row) => `pactwright-${row.name}: ${row.description}\n`).join('')),
  });
  const instructions = pieces.find(({ path }) => path === 'CLAUDE.md')?.text ?? '';
  return {
    always: [
      { name: 'instructions', description: 'the block in `CLAUDE.md`', tokens: countTokens(instructions) },
      listed('skills', skills),
      listed('commands', commands),
      listed('roles', roles),
      { name: 'MCP server', description: 'its tools, unless the program searches them', tokens: countTokens(tools) },
    ],
    skills,
    guides: rowsOf(/^\.claude\/skills\/pactwright-guides\/guides\/(.+)\.md$/u),
    commands,
    roles,
  };
}

/**
 * The page on what `pactwright init` gives agents to read, with what each costs.
 *
 * @typedef {{ name: string, description: string, tokens: number }} Row
 * @param {object} given
 * @param {readonly Row[]} given.always what is in each session, by name
 * @param {readonly Row[]} given.skills
 * @param {readonly Row[]} given.guides
 * @param {readonly Row[]} given.commands
 * @param {readonly Row[]} given.roles
 * @returns {string} Markdown, not yet formatted.
 */
export function renderSkills({ always, skills, guides, commands, roles }) {
  return [
    '# Skills, guides, commands and roles',
    'What [`pactwright init`](guide/init.md) gives agents to read, in the form of Claude Code. An agent reads the file of a skill, guide, command or role only when it uses it; until then a session holds what the first table lists. Tokens are estimated: a quarter of the characters.',
    '`--only skills/trace,roles` deploys what is named and `--exclude roles/illustrator` leaves it out; the names are those of the tables: `skills/NAME`, `skills/guides`, `commands/NAME`, `roles/NAME`.',
    '## In each session',
    table('What', always),
    '## Skills',
    table('Skill', skills),
    '## Guides',
    'Together they are the skill `guides`, which lists them; an agent reads the one to three that fit.',
    table('Guide', guides),
    '## Commands',
    table('Command', commands),
    '## Roles',
    table('Role', roles),
  ].join('\n\n');
}

/** @param {string} first @param {readonly Row[]} rows */
function table(first, rows) {
  const sum = rows.reduce((all, { tokens }) => all + tokens, 0);
  return [
    `| ${first} | Is for | Tokens |`,
    '| --- | --- | ---: |',
    ...rows.map(({ name, description, tokens }) => `| ${name} | ${description.replaceAll('|', '\\|')} | ${tokens} |`),
    `| all | | ${sum} |`,
  ].join('\n');
}
