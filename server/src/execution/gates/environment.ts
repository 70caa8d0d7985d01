import { type Environment, withoutRedirections } from '../../base/gitEnvironment.js';

/**
 * Variables that must not reach a program that a gate runs: those of another test run or of the editor, those that load code or leave
 * tests out, and those that change how git reads a repository.
 */
const notHandedOn =
  /^(?:PACTWRIGHT_.*|VITEST.*|JEST_WORKER_ID|NODE_TEST_CONTEXT|NODE_OPTIONS|NODE_V8_COVERAGE|ELECTRON_RUN_AS_NODE|PYTEST_CURRENT_TEST|PYTEST_ADDOPTS|PYTEST_PLUGINS|BASH_ENV|COV_CORE_.*|GIT_(?:GRAFT_FILE|SHALLOW_FILE|INTERNAL_SUPER_PREFIX|IMPLICIT_WORK_TREE|REPLACE_REF_BASE|NO_REPLACE_OBJECTS|CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT))$/u;

/** The environment of what a gate runs; Python must not write beside the sources. */
export function gateEnvironment(env: Environment): Environment {
  const kept = Object.entries(withoutRedirections(env)).filter(([name]) => !notHandedOn.test(name));
  return { ...Object.fromEntries(kept), PYTHONDONTWRITEBYTECODE: '1' };
}

/** What says which programs are found, what they load, and where their settings are. */
const decisive =
  /^(?:PATH|HOME|USERPROFILE|VIRTUAL_ENV|CONDA_PREFIX|CI|TZ|LANG|LC_ALL|(?:LD|DYLD|NODE|MAVEN|GRADLE)_.*|(?:PYTHON|CARGO|RUST|JAVA|JDK_|GO(?!OGLE)).*|npm_config_(?:script_shell|ignore_scripts|node_options|prefix|globalconfig|userconfig))$/iu;

/**
 * The part of an environment that the result of a run depends on, as `name=value` in order: what another program of the same name
 * said counts for nothing if the real one is found.
 */
export function decisivePart(env: Environment): readonly string[] {
  return Object.entries(env)
    .flatMap(([name, value]) => (value !== undefined && decisive.test(name) ? [`${name}=${value}`] : []))
    .sort();
}
