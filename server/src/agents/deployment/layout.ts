/** Where a program reads what, and in which form: relative to the project, or for `user` to the home folder, with `/`. */
export interface Layout extends Places {
  /** Whose hooks and files they are, where that is another one. */
  readonly agent?: string;
  /** What names of skills, commands and roles begin with; `pactwright-` where nothing is said. */
  readonly prefix?: string;
  /** A launcher of its own: where it is, and where the program finds it, which may hold a variable that the program replaces. */
  readonly launcher?: { readonly path: string; readonly called: string };
  /** Other files of it: texts by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Also what it is called by in `--agents`. */
  readonly id: string;
  /** The version whose documentation or source was read. */
  readonly readFor: string;
  /** What is different in the home folder; undefined if it reads nothing of that kind there. */
  readonly user: Places;
}

interface Places {
  /** `rule`: a file of our own; else a block in a file of the person's. */
  readonly instructions?: { readonly path: string; readonly rule?: string } | undefined;
  /** A folder of `NAME/SKILL.md`. */
  readonly skills?: string;
  readonly commands?: { readonly path: (name: string) => string; readonly form: CommandForm } | undefined;
  readonly roles?: { readonly path: (name: string) => string; readonly form: RoleForm };
  readonly mcp?: { readonly path: string; readonly form: McpForm } | undefined;
  readonly hooks?: { readonly path: string; readonly form: HookForm } | undefined;
  /** What a person still has to approve, as a sentence without full stop. */
  readonly approval?: string | undefined;
}

/** `arguments`: what stands for the arguments of the command is `$ARGUMENTS`; Gemini's TOML says `{{args}}`. */
type CommandForm = 'arguments' | 'gemini' | 'prompt';

/** Front matter of a Markdown file, or Codex's TOML. */
type RoleForm = 'claude' | 'opencode' | 'copilot' | 'gemini' | 'qwen' | 'cursor' | 'codex';

type McpForm = 'mcpServers' | 'codex' | 'opencode';

/** `claude`: lists by event of `{ matcher, hooks }`; `copilot`, `cursor`: lists of commands; `opencode`: a plugin. */
type HookForm = 'claude' | 'copilot' | 'cursor' | 'opencode';
