/** Variables of an environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that git sets for its hooks, or people set temporarily: they send git to another repository, folder, index or files.
 *
 * @see https://git-scm.com/docs/git#_environment_variables
 */
const redirections =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS)$/u;

/** The environment without variables that send git elsewhere. */
export function withoutRedirections(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !redirections.test(name)));
}

/** The environment of programs that a person has set up, git's hooks among them. @param isAttended whether it may ask that person. */
export function environmentOfPrograms(env: Environment, isAttended: boolean): Environment {
  return {
    ...withoutRedirections(env),
    // The editor's own program is Node.js only for us, not for hooks of git.
    ELECTRON_RUN_AS_NODE: undefined,
    GH_PROMPT_DISABLED: '1',
    ...(isAttended ? {} : { GIT_TERMINAL_PROMPT: '0' }),
  };
}
