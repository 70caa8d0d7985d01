/**
 * How each agent's adapter was checked, and the pages that are made of it. What is here are facts about one version of a program; how
 * it is called is taken from the adapter itself.
 */

/** What a check can come to. */
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
 * @typedef {object} Check
 * @property {string} [version] of the program that was run; undefined where none could be.
 * @property {string} from where it comes from.
 * @property {keyof typeof words} headless
 * @property {keyof typeof words} terminal
 * @property {keyof typeof words} stream
 * @property {keyof typeof words} ends
 * @property {keyof typeof words} resume
 * @property {keyof typeof words} hooks
 * @property {string} read what it may do where it only reads.
 * @property {string} write what it may do without a terminal where it writes.
 * @property {readonly string[]} notes
 * @property {readonly string[]} pages
 */

/** @type {Readonly<Record<string, Check>>} */
const checks = {
  claude: {
    version: '2.1.330',
    from: 'npm `@anthropic-ai/claude-code`',
    headless: 'worked',
    terminal: 'worked',
    stream: 'recorded',
    ends: 'recorded',
    resume: 'worked',
    hooks: 'worked',
    read: 'The tools that edit are taken away; what its own rules do not take for harmless is refused.',
    write:
      'It may edit files in the folder, and run `pactwright` and what its own rules take for harmless; other commands are refused, unless the person’s own settings allow them.',
    notes: [
      'Hooks come by `--settings`, which adds to the settings of the person: hooks of both run, which was tried. They name a program and its arguments, so no shell reads them.',
      'Exit code 1 is all it has for failures; the last line of the stream says which.',
    ],
    pages: ['https://code.claude.com/docs/en/cli-reference', 'https://code.claude.com/docs/en/hooks'],
  },
  codex: {
    version: '0.169.0',
    from: 'npm `@openai/codex`',
    headless: 'worked',
    terminal: 'worked',
    stream: 'recorded',
    ends: 'recorded',
    resume: 'worked',
    hooks: 'worked',
    read: 'Its sandbox `read-only`.',
    write:
      'Its sandbox `workspace-write`: the folder can be written, not `.git`, and there is no network. `pactwright` itself cannot write its record from within, so gates are asked by the phase and not by the agent.',
    notes: [
      'Hooks come by `-c hooks=…` beside those of the person, which run, too. Codex asks the person once, in the terminal, whether it is to trust them; until then it tells nothing but its end. There is no way round that question here, and none is taken.',
      'What its hooks hand over was seen in a throw-away home with that question set aside; that it asks was seen in a terminal.',
      '`notify` is not used: it would take the place of the person’s own.',
      'Outside of a git repository it does not work without a terminal, and says so.',
    ],
    pages: ['https://developers.openai.com/codex/noninteractive', 'https://developers.openai.com/codex/hooks'],
  },
  opencode: {
    version: '1.18.34',
    from: 'npm `opencode-ai`',
    headless: 'worked',
    terminal: 'worked',
    stream: 'recorded',
    ends: 'recorded',
    resume: 'worked',
    hooks: 'worked',
    read: 'Edits and all commands but `pactwright` are denied.',
    write:
      'What the person’s own configuration allows; by itself OpenCode asks for nothing inside the folder, and without a terminal it refuses what it would ask for.',
    notes: [
      'Hooks come by a plugin that the variable OPENCODE_CONFIG_CONTENT names; it is laid over the configuration of the person, whose plugins stay.',
      'It takes the variable PWD for the folder to work in, so that is set.',
    ],
    pages: [
      'https://opencode.ai/docs/cli/',
      'https://opencode.ai/docs/plugins/',
      'https://opencode.ai/docs/permissions/',
    ],
  },
  copilot: {
    version: '1.0.102',
    from: 'npm `@github/copilot`',
    headless: 'worked',
    terminal: 'worked',
    stream: 'recorded',
    ends: 'recorded',
    resume: 'worked',
    hooks: 'none',
    read: 'Tools that write files are denied; `pactwright` and what it takes for harmless may be run.',
    write:
      'It may write files, and run `pactwright` and what it takes for harmless; everything else is refused, as nobody can be asked. Its help says that `--allow-all-tools` is needed without a terminal; it is not.',
    notes: [
      'Waiting and the end of a turn are not known in a terminal: its hooks are set by files of the person or the repository alone.',
    ],
    pages: [
      'https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-programmatic-reference',
      'https://docs.github.com/copilot/how-tos/copilot-cli',
    ],
  },
  gemini: {
    version: '0.61.0',
    from: 'npm `@google/gemini-cli`',
    headless: 'worked',
    terminal: 'worked',
    stream: 'recorded',
    ends: 'recorded',
    resume: 'worked',
    hooks: 'none',
    read: 'In a terminal its plan mode; without one, tools that would have to be asked for are not offered to the model.',
    write: 'It may edit files and run `pactwright`; other commands are not offered to the model.',
    notes: [
      'It works only in folders that the person trusts, and ends with exit code 55 elsewhere. `--skip-trust` is not passed: trust the folder that holds the worktrees once.',
      'Exit codes: 41 not logged in, 42 and 52 wrong input or settings, 55 not trusted; an HTTP status is cut to one byte, so 401 is 145 and 429 is 173.',
    ],
    pages: [
      'https://geminicli.com/docs/cli/headless/',
      'https://geminicli.com/docs/cli/trusted-folders/#headless-and-automated-environments',
    ],
  },
  qwen: {
    version: '0.24.4',
    from: 'npm `@qwen-code/qwen-code`',
    headless: 'worked',
    terminal: 'worked',
    stream: 'recorded',
    ends: 'recorded',
    resume: 'worked',
    hooks: 'none',
    read: 'In a terminal its plan mode; without one, tools that would have to be asked for are not offered to the model.',
    write: 'It may edit files and run `pactwright`; other commands are not offered to the model.',
    notes: [],
    pages: ['https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/headless.md'],
  },
  kilo: {
    version: '7.7.9',
    from: 'npm `@kilocode/cli`',
    headless: 'worked',
    terminal: 'worked',
    stream: 'recorded',
    ends: 'recorded',
    resume: 'worked',
    hooks: 'worked',
    read: 'As OpenCode, which it is built on.',
    write: 'As OpenCode; where it would have to ask, it ends with exit code 1.',
    notes: ['Hooks come by KILO_CONFIG_CONTENT, as OpenCode’s do by its variable.'],
    pages: ['https://kilo.ai/docs/code-with-ai/platforms/cli', 'https://github.com/Kilo-Org/kilocode'],
  },
  auggie: {
    version: '0.36.0',
    from: 'npm `@augmentcode/auggie`',
    headless: 'taken',
    terminal: 'taken',
    stream: 'source',
    ends: 'recorded',
    resume: 'documented',
    hooks: 'none',
    read: 'Its ask mode: no tools that edit.',
    write: 'What the person’s own settings allow.',
    notes: ['It writes one object at its end, so nothing is known of it before.'],
    pages: ['https://docs.augmentcode.com/cli/permissions', 'https://docs.augmentcode.com/cli/reference'],
  },
  cursor: {
    from: 'an installer of its own; not on npm, so it was not run here',
    headless: 'documented',
    terminal: 'documented',
    stream: 'documented',
    ends: 'documented',
    resume: 'documented',
    hooks: 'none',
    read: 'Its ask mode.',
    write:
      'Refused: without a terminal it only proposes changes unless `--force` allows it everything. Run it in a terminal, or take another agent.',
    notes: ['Without a terminal it works only in folders that the person trusts; `--trust` is not passed.'],
    pages: ['https://cursor.com/docs/cli/reference/parameters', 'https://cursor.com/docs/cli/reference/output-format'],
  },
  pi: {
    version: '0.74.2',
    from: 'npm `@earendil-works/pi-coding-agent`',
    headless: 'worked',
    terminal: 'worked',
    stream: 'recorded',
    ends: 'recorded',
    resume: 'worked',
    hooks: 'none',
    read: 'It has only the tools read, grep, find and ls.',
    write:
      'Pi knows no permissions: it may do whatever its tools can, commands included. Give it a worktree, and a container where that matters.',
    notes: ['It ends with exit code 0 whatever happens; the stream says what did.'],
    pages: ['https://github.com/earendil-works/pi-mono/tree/main/packages/coding-agent'],
  },
  letta: {
    version: '0.25.9',
    from: 'npm `@letta-ai/letta-code`',
    headless: 'taken',
    terminal: 'refused',
    stream: 'source',
    ends: 'recorded',
    resume: 'source',
    hooks: 'none',
    read: 'Its plan mode.',
    write: 'It may edit files; other tools are refused. The mode is always named, as its own default asks for nothing.',
    notes: ['In a terminal it takes no first prompt, so it is not started there.'],
    pages: ['https://docs.letta.com/letta-code/headless'],
  },
};

/**
 * @param {string} id
 * @returns {Check}
 */
function checkOf(id) {
  const check = checks[id];
  if (!check) throw new Error(`no checks are written down for ${id}`);
  return check;
}

/**
 * The page about all agents, as Markdown.
 *
 * @param {readonly any[]} agents all of the registry.
 * @param {readonly { name: string, role: string }[]} phases all of them.
 */
export function renderAgents(agents, phases) {
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
      const { version, headless, terminal, stream, ends, resume, hooks } = checkOf(id);
      const cells = [headless, terminal, stream, ends, resume, hooks].map((one) => words[one]);
      return `| [${name}](#${anchor(name)}) | ${version ?? 'none'} | ${cells.join(' | ')} |`;
    }),
    '',
    '- **works**: the real program was started with exactly the arguments of the adapter, in front of a model that answered from the same machine; it took the prompt byte for byte, called its tools and ended, and its hooks called ours.',
    '- **taken**: the real program took the arguments (it names an option that it does not know, and named none) and stopped for want of an account or at its first questions.',
    '- **recorded**: the lines were written by the real program, and are fixtures of the tests. Of ends, HTTP 401 was seen with Claude Code, Codex, OpenCode, Copilot, Gemini, Qwen Code and Pi; 429 with Claude Code, Codex, Copilot and Pi (the others went on trying for longer than was waited; 173 for Gemini follows from its source); of Augment and Letta only that there is no account; of Kilo Code only a permission that was refused.',
    '- **source**, **documented**: read in the program’s bundled source, or on the pages that are named below; never seen at work.',
    '- **refused**: not started in this way; the section says why.',
    '- **–**: it has none that can be set for one session without changing files of the person or the repository.',
    '',
    'All of this was on Linux. The versions are those that were installed; with the real programs in the PATH, `npx vitest run --config vitest.long.config.ts test/agents` looks again whether they say their version and take their arguments.',
    '',
    ...agents.flatMap(renderAgent),
    '## Models',
    '',
    `An agent uses the model it chooses itself, unless you say another one by its own name for it: for one call with \`--model\`, else in the setting \`pactwright.agents.models\`, which only your machine holds, else in \`models.yaml\` in your own configuration folder (\`~/.config/pactwright\`). Each of the two has a model for an agent, and for what it does in one role, which counts before the other: ${roles.join(', ')}.`,
    '',
    '```yaml',
    'claude: sonnet',
    'claude/architect: opus',
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
  ].join('\n');
}

/**
 * The table of the README, as Markdown.
 *
 * @param {readonly any[]} agents all of the registry.
 */
export function agentTable(agents) {
  return [
    '| Agent | Program | In a terminal | Headless | Tells while it works | Checked with |',
    '| --- | --- | --- | --- | --- | --- |',
    ...agents.map((agent) => {
      const { version, terminal, headless, hooks } = checkOf(agent.id);
      /** @type {(mode: 'interactive' | 'headless', check: string) => string} */
      const way = (mode, check) => {
        if (!agent[mode] || agent.refuses?.(mode, 'read')) return 'no';
        const text = agent.refuses?.(mode, 'write') ? 'only reading' : 'yes';
        return check === 'documented' ? `${text}, not tried` : text;
      };
      const tells = agent.hooks ? (hooks === 'worked' ? 'stream and hooks' : 'stream; hooks not tried') : 'stream';
      return `| [${agent.name}](docs/agents.md#${anchor(agent.name)}) | \`${agent.program}\` | ${way('interactive', terminal)} | ${way('headless', headless)} | ${tells} | ${version ?? 'its documentation'} |`;
    }),
  ].join('\n');
}

/** @param {any} agent */
function renderAgent(agent) {
  const { from, read, write, notes, pages } = checkOf(agent.id);
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
    ...notes.map((note) => `- ${note}`),
    `- See ${pages.map((page) => `<${page}>`).join(', ')}.`,
    '',
  ];
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
