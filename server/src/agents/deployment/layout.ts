/** Where a program reads what, and in which form: relative to the project, or for `user` to the home folder, with `/`. */
export interface Layout {
  /** Also what it is called by in `--agents`. */
  readonly id: string;
  /** The version whose documentation or source was read. */
  readonly readFor: string;
  /** `rule`: a file of our own; else a block in a file of the person's. */
  readonly instructions?: { readonly path: string; readonly rule?: string };
  /** A folder of `NAME/SKILL.md`. */
  readonly skills?: string;
  readonly commands?: { readonly path: (name: string) => string; readonly form: CommandForm };
  readonly roles?: { readonly path: (name: string) => string; readonly form: RoleForm };
  readonly mcp?: { readonly path: string; readonly form: McpForm };
  readonly hooks?: { readonly path: string; readonly form: HookForm };
  /** What a person still has to approve, as a sentence without full stop. */
  readonly approval?: string;
}

/** `arguments`: what stands for the arguments of the command is `$ARGUMENTS`; Gemini's TOML says `{{args}}`. */
type CommandForm = 'arguments' | 'gemini' | 'prompt';

/** Front matter of a Markdown file, or Codex's TOML. */
type RoleForm = 'claude' | 'opencode' | 'copilot' | 'gemini' | 'qwen' | 'cursor' | 'codex';

type McpForm = 'mcpServers' | 'codex' | 'opencode';

/** `claude`: lists by event of `{ matcher, hooks }`; `copilot`, `cursor`: lists of commands; `opencode`: a plugin. */
type HookForm = 'claude' | 'copilot' | 'cursor' | 'opencode';
