/** The pages about agents, made of their adapters and of how those were checked. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.mjs';

/**
 * What a test that plays the real programs (test/agents/matrix.long.ts, acp.long.ts) found, and holds.
 *
 * @typedef {object} Table
 * @property {Record<string, string>} scenes what is played, by name
 * @property {Record<string, Record<string, string>>} limits what does not work and why, by agent and scene
 * @property {Record<string, Record<string, { version: string, date: string, wrong?: string }>>} cells what the last run of each scene
 * came to, by agent and scene
 */

/** @typedef {{ matrix: Table, acp: Table, programs: Record<string, { version: string }> }} Played `programs`: the versions, by program */

/** @returns {Played} */
export function playedAgents() {
  const read = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(path.join(repository, 'test/agents', `${name}.json`), 'utf8'));
  const { matrix, acp } = read('scenes');
  return {
    matrix: { ...matrix, cells: read('matrix') },
    acp: { ...acp, cells: read('acp') },
    programs: read('programs'),
  };
}

/**
 * What a check can come to.
 *
 * @type {Readonly<Record<string, string>>}
 */
const words = {
  worked: 'works',
  taken: 'taken',
  refused: 'refused',
  recorded: 'recorded',
  source: 'source',
  documented: 'documented',
  none: '–',
};

/**
 * The page about all agents, as Markdown.
 *
 * @param {readonly any[]} agents all of the registry.
 * @param {Readonly<Record<string, any>>} checks by the agents' ids.
 * @param {readonly { name: string, role: string }[]} phases all of them.
 * @param {Played} played
 * @param {Readonly<Record<string, any>>} acpPrograms by the name a person gives.
 */
export function renderAgents(agents, checks, phases, played, acpPrograms) {
  const roles = [...new Set(phases.map(({ role }) => role))].map((role) => {
    const own = phases.filter((phase) => phase.role === role).map(({ name }) => name);
    return `\`${role}\` (${own.join(', ')})`;
  });
  return [
    '# Agents',
    '',
    'Pactwright starts the command-line agents that are installed; it brings none. `pactwright agent list` says which are there, and why one is not.',
    '',
    'Each is called with an array of arguments, no shell between; the prompt is one short text that names a file with the whole of it. What it does is read from its own stream, or told by its own hooks, and never from what a terminal shows. No option that switches a program’s safety off is ever passed; what a program does not do without one is refused with the way out.',
    '',
    '## What was checked, and how',
    '',
    '| Agent | Version that was run | Headless | Terminal | Stream | Ends | Resume | Hooks |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...agents.map(({ id, name }) => {
      const { version, headless, terminal, stream, ends, resume, hooks } = checks[id];
      const cells = [headless, terminal, stream, ends, resume, hooks].map((one) => words[one]);
      return `| [${name}](#${anchor(name)}) | ${version ?? 'none'} | ${cells.join(' | ')} |`;
    }),
    '',
    '- **works**: the real program was started with exactly the arguments of the adapter, in front of a model that answered from the same machine; it took the prompt byte for byte, called its tools and ended, and its hooks called ours.',
    '- **taken**: the real program took the arguments (it names an option that it does not know, and named none) and stopped for want of an account or at its first questions.',
    '- **recorded**: the lines were written by the real program, and are fixtures of the tests. Of ends, HTTP 401 was seen with Claude Code, Codex, OpenCode, Copilot, Gemini, Qwen Code and Pi; 429 with Claude Code, Codex, OpenCode, Copilot, Gemini and Pi; of Augment and Letta only that there is no account; of Kilo Code only a permission that was refused.',
    '- **source**, **documented**: read in the program’s bundled source, or on the pages that are named below; never seen at work.',
    '- **refused**: not started in this way; the section says why.',
    '- **–**: it has none that can be set for one session without changing files of the person or the repository.',
    '',
    'All of this was on Linux. The versions are those that were installed; with the real programs in the PATH, `npx vitest run --config vitest.long.config.mts test/agents` looks again whether they say their version and take their arguments.',
    '',
    ...renderPowers(agents),
    ...renderMatrix(agents, played),
    ...agents.flatMap((agent) => renderAgent(agent, checks[agent.id])),
    '## Models',
    '',
    `An agent uses the model it chooses itself, unless you set another one by its own name for it: for one call with \`--model\`, else in the setting \`pactwright.agents.models\`, which only your machine holds, else in \`models.yaml\` in your own configuration folder (\`~/.config/pactwright\`). A project can set one, too: [phases](guide/phases.md#who-works) has the whole order. \`claude/check\` is for a phase and comes first, \`claude/tester\` for a role: ${roles.join(', ')}.`,
    '',
    '```yaml',
    'claude: sonnet',
    'claude/architect: opus',
    'claude/check: haiku',
    '```',
    '',
    '## Your own agents',
    '',
    'The setting `pactwright.agents.custom`, which only your machine holds, and for the command line `agents.yaml` in your own configuration folder (`~/.config/pactwright`), name more of them; a repository cannot. Both are a list:',
    '',
    '```json',
    '[',
    '  {',
    '    "id": "mine",',
    '    "name": "My agent",',
    '    "program": "my-agent",',
    '    "interactive": [["--model", "{model}"], "{access}", "{prompt}"],',
    '    "headless": ["run", "--json", ["--model", "{model}"], ["--resume", "{session}"], "{access}"],',
    '    "stdin": true,',
    '    "access": { "read": ["--read-only"], "write": [] },',
    '    "output": "claude"',
    '  }',
    ']',
    '```',
    '',
    'A list within the list is left out where there is no such value. `stdin` hands the prompt over on the standard input when it works headless. `output` is the id of the agent whose stream it writes; without it each line is a message. Without `access.read` it is never asked only to read.',
    '',
    ...renderAcp(acpPrograms, played),
  ].join('\n');
}

/**
 * How agents are set up that speak the Agent Client Protocol.
 *
 * @param {Readonly<Record<string, any>>} programs by the name a person gives.
 * @param {Played} played
 */
function renderAcp(programs, { acp, programs: versions }) {
  return [
    '## Agents that speak ACP',
    '',
    'An agent that speaks the [Agent Client Protocol](https://agentclientprotocol.com) asks Pactwright what it may do. In a terminal, you are asked; without one, only what a phase may do is allowed, and everything else is refused and on record. Three lines set one up, in the same places as your own agents:',
    '',
    '```yaml',
    '- id: gemini-acp',
    '  name: Gemini CLI, which asks me',
    '  acp: gemini',
    '```',
    '',
    'Then `pactwright phase act STORY-042 --agent gemini-acp` uses it. `acp` is a name of this table, or the command of another program: `acp: [my-agent, acp, [--model, "{model}"], "{access}"]`, with `access` as above. `access: { read: [] }` says that it asks before it changes anything.',
    '',
    '| `acp` | Agent | Started with |',
    '| --- | --- | --- |',
    ...Object.entries(programs).map(([id, { name, program, installPage, args }]) => {
      const words = [program, ...args({ prompt: '', access: 'write' })].join(' ');
      return `| \`${id}\` | [${name}](${installPage}) | \`${words}\` |`;
    }),
    '',
    'The real programs on their default settings, and the bridges of Claude Code and Codex CLI, in front of a model that follows a script (`test/agents/acp.long.ts`). Droid was played in its mode for machines without access to its maker, which needs no account.',
    '',
    ...renderTable(
      acp,
      Object.entries(programs).map(([id, { name, program }]) => ({
        id,
        name: program.endsWith('-acp') ? `${name} by \`${program}\`` : name,
        version: versions[program]?.version,
      })),
    ),
    '- **Allowed without asking**: reading in the folder where it works; editing there, unless it is only to read; `pactwright` alone, without pipes, redirections or substitutions. Links are followed first, and what git keeps in `.git` is never edited. An agent is allowed one call at a time, never “always”.',
    '- **You are asked** about everything else, with the choices the agent offers: by number, by name, or `yes` and `no`. The session waits, and `pactwright agent answer` answers it from elsewhere. That is no silence of the agent.',
    '- **What an agent does not ask for** is as its own settings have it. OpenCode asks for nothing inside the folder by default. The bridges of Claude Code and Codex CLI by default let a model decide what is safe; Pactwright sets them to ask: modes `default` and `workspace-write`, where Codex asks about what its sandbox forbids. Of your settings in the variable `CODEX_CONFIG` only `allow_login_shell` is changed.',
    '- **Files**: an agent may leave reading and writing to Pactwright, which does both only in that folder. It is offered no terminal: what it runs, it runs in its own sandbox.',
    '- **Resume**: where the agent can load a session. If the session is gone, a new one begins with the whole prompt. Gemini CLI does not always find its own.',
    '- **Tokens and costs** come from the agent, where it reports them. OpenCode reports only the tokens of its last request, so they are left out; Droid reports none; Claude Code, Codex CLI and Gemini CLI leave out small requests beside the conversation.',
    '',
  ];
}

/**
 * What each program lets its model do, as a table.
 *
 * @param {readonly import('../../server/src/agents/agent.js').Agent[]} agents all of the registry.
 */
function renderPowers(agents) {
  const yes = (/** @type {boolean} */ is) => (is ? 'yes' : 'no');
  const kinds = { all: 'all', safe: 'those it considers safe', none: 'none' };
  const rows = agents.flatMap(({ name, powers }) => {
    if (!powers) return [];
    const { commands, own, commits, network, writesOutside } = powers;
    const itself = own === 'direct' ? 'yes' : 'by [request](guide/phases.md#agents-in-a-sandbox)';
    const cells = [itself, kinds[commands.write], kinds[commands.read], ...[commits, network, writesOutside].map(yes)];
    return [`| ${[name, ...cells].join(' | ')} |`];
  });
  return [
    '## What each program allows',
    '',
    'Without a terminal, on its default settings and with the arguments below. The prompt of a phase says what is refused, and orders nothing else; the first scene below checks this with the real programs. No program asks a person there by a tool of its own: the prompt says to end with a question.',
    '',
    '| Agent | `pactwright` | Other commands | Others if it only reads | `git commit` | Network | Writes outside the folder |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ];
}

/**
 * What each program does in a phase, as a table.
 *
 * @param {readonly any[]} agents all of the registry.
 * @param {Played} played
 */
function renderMatrix(agents, { matrix, programs }) {
  return [
    '## What each program does in a phase',
    '',
    'The real programs on their default settings, without a terminal, in front of a model that follows a script: `node scripts/installAgents.mjs` fetches them, and `npx vitest run --config vitest.long.config.mts test/agents/matrix.long.ts` plays this table and writes down what it finds. **–**: not played yet with this version.',
    '',
    ...renderTable(
      matrix,
      agents.flatMap(({ id, name }) => (id in matrix.cells ? [{ id, name, version: programs[id]?.version }] : [])),
    ),
  ];
}

/**
 * @param {Table} table
 * @param {readonly { id: string, name: string, version: string | undefined }[]} agents its columns
 */
function renderTable({ scenes, limits, cells }, agents) {
  /** @type {string[]} */
  const notes = [];
  /** @returns what is known of this version */
  const known = (
    /** @type {{ id: string, version: string | undefined }} */ { id, version },
    /** @type {string} */ scene,
  ) => {
    const cell = cells[id]?.[scene];
    return cell?.version === version ? cell : undefined;
  };
  const shown = (/** @type {{ id: string, version: string | undefined }} */ agent, /** @type {string} */ scene) => {
    const cell = known(agent, scene);
    if (!cell) return '–';
    const why = cell.wrong === undefined ? undefined : (limits[agent.id]?.[scene] ?? `Not yet: ${cell.wrong}`);
    if (why === undefined) return 'right';
    if (!notes.includes(why)) notes.push(why);
    return `no (${notes.indexOf(why) + 1})`;
  };
  const since = (/** @type {{ id: string, version: string | undefined }} */ agent) =>
    Object.keys(scenes)
      .flatMap((scene) => known(agent, scene)?.date ?? [])
      .sort()[0] ?? '–';
  const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    row(['The agent …', ...agents.map(({ name, version }) => `${name} ${version}`)]),
    row(['---', ...agents.map(() => '---')]),
    ...Object.entries(scenes).map(([scene, what]) => row([what, ...agents.map((agent) => shown(agent, scene))])),
    row(['Played since', ...agents.map(since)]),
    '',
    ...notes.map((note, index) => `${index + 1}. ${note}`),
    ...(notes.length === 0 ? [] : ['']),
  ];
}

/**
 * @param {any} agent
 * @param {import('../../server/src/agents/agent.js').AgentCheck} check
 */
function renderAgent(agent, check) {
  const { from, read, write, notes, pages } = check;
  const lines = ['interactive', 'headless'].flatMap((mode) => {
    if (!agent[mode] || agent.refuses?.(mode, 'read')) return [];
    const access = agent.refuses?.(mode, 'write') ? 'read' : 'write';
    const {
      args,
      input,
      env = {},
    } = agent[mode]({
      prompt: 'PROMPT',
      access,
      model: 'MODEL',
      session: 'SESSION',
      ...(mode === 'interactive' ? { hook: ['HOOK'] } : {}),
    });
    const surroundings = Object.entries(env).map(([name, value]) => `${name}=${shown(value)}`);
    const line = [...surroundings, agent.program, ...args.map(shown)].join(' ');
    return [`${line}${input === undefined ? '' : ' < PROMPT'}`.replaceAll('{filesFolder}', 'FILES')];
  });
  return [
    `## ${agent.name}`,
    '',
    `From ${from}. [How to install it](${agent.installPage}).`,
    '',
    '```sh',
    ...lines,
    '```',
    '',
    `- **To read**: ${read}`,
    `- **To write, without a terminal**: ${write}`,
    ...mcpLine(agent),
    ...terminalLine(agent, check),
    ...notes.map((note) => `- ${note}`),
    `- See ${pages.map((page) => `<${page}>`).join(', ')}.`,
    '',
  ];
}

/**
 * @param {import('../../server/src/agents/agent.js').Agent} agent
 * @returns {readonly string[]}
 */
function mcpLine({ mcp = [] }) {
  const files = mcp.map((one) => {
    const folder = one.in === 'folder' ? [] : ['~', ...(one.in.home === '' ? [] : [one.in.home])];
    return `\`${[...folder, one.path].join('/')}\``;
  });
  return files.length === 0 ? [] : [`- **MCP servers** in ${[...new Set(files)].join(', ')} are named in its prompt.`];
}

/**
 * @param {import('../../server/src/agents/agent.js').Agent} agent
 * @param {{ terminalTokens?: 'all' | 'conversation' }} check
 * @returns {readonly string[]}
 */
function terminalLine({ records, hooks }, { terminalTokens }) {
  if (!records && terminalTokens === undefined) return [];
  const by = records
    ? `are read from its own records in \`~/${records.in.home}/${records.folder}\``
    : `are reported by its ${hooks ? 'plugin' : 'stream'}`;
  const which = {
    all: ', those of small requests beside the conversation included',
    conversation: '; they leave out small requests beside the conversation, such as for a title',
    '': '',
  }[terminalTokens ?? ''];
  return [`- **Tokens of a session in a terminal** ${by}${which}.`];
}

/**
 * As a person would write it in a shell, which is not what starts it.
 *
 * @param {string} arg
 */
function shown(arg) {
  if (arg.startsWith('hooks={')) return "'hooks={SessionStart=[…],…}'";
  return /^[\w@%+=:,./-]+$/u.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}

/** @param {string} name */
function anchor(name) {
  return name.toLowerCase().replaceAll(' ', '-');
}
