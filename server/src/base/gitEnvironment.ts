/** Variables of an environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Set by git for its hooks, and by people for a moment: they would send git to another repository, folder, index or other files.
 *
 * @see https://git-scm.com/docs/git#_environment_variables
 */
const redirections =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS)$/u;

/** An environment in which git works where it is told to. */
export function withoutRedirections(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !redirections.test(name)));
}
