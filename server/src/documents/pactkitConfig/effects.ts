/** Why a key does nothing here, and what does the same: sentences without full stop. */
export interface NoEffect {
  readonly why: string;
  readonly instead: string;
}

const never = { why: 'No version of PactKit reads it', instead: 'Remove it' };
const removed = {
  why: 'PactKit 2.11 removed it',
  instead: 'Run the checks in a git hook or in CI, and remove the key',
};
const ciFile = (setting: string): NoEffect => ({
  why: 'Pactwright writes CI files from `.pactwright/config.yaml`',
  instead: `Set \`${setting}\` there, and run \`pactwright init\``,
});
const graphs = {
  why: 'Pactwright finds source code by git and imports, not by this key',
  instead: 'Files that git ignores are left out',
};
const browser = {
  why: 'Pactwright does not watch a browser',
  instead: 'Let the project’s own end-to-end tests fail on what it logs',
};
const pactguard = {
  why: 'Pactwright does not run PactGuard',
  instead: 'Declare a command as `gates.commands.security`',
};
const endToEnd = {
  why: 'Gates run the tests that criteria name, end-to-end tests with them',
  instead: 'Declare what runs them as `gates.commands.test`',
};
/** The keys of `pactkit.yaml` that do nothing in Pactwright, by their path; those below are covered by the one above. */
export const pactkitEffects: ReadonlyMap<string, NoEffect> = new Map([
  ['root', never],
  ['trace', never],
  ['version', never],
  ['hooks', removed],
  ['stack', { why: 'Languages are found by the files', instead: 'Nothing has to be set' }],
  [
    'exclude',
    {
      why: 'Pactwright installs no roles, commands or skills into your home',
      instead: 'Remove it once PactKit no longer updates the project',
    },
  ],
  ['ci.runner', ciFile('ci.runner')],
  ['ci.language_version', ciFile('ci.setup')],
  ['ci.github_host', { why: 'The host is taken from the remote of the repository', instead: 'Nothing has to be set' }],
  [
    'ci.actions_ref',
    {
      why: 'The CI file that Pactwright writes uses the actions of GitHub',
      instead: 'Mirror them under the same names, or keep a CI file of your own',
    },
  ],
  ['ci.install_cmd', ciFile('ci.setup')],
  ['venv', { why: 'Virtual environments are found beside the tests', instead: 'Name them .venv or venv' }],
  [
    'release.github_release',
    { why: 'Release asks before each step, publishing with it', instead: 'Answer when it asks' },
  ],
  [
    'regression',
    {
      why: 'Regression follows imports, and runs all tests where they do not tell',
      instead: 'See `pactwright regression --help`',
    },
  ],
  [
    'check.security_checklist',
    { why: 'The spec’s Security Scope decides what check looks at', instead: '`pactwright sec-scope` writes it' },
  ],
  [
    'check.security_scope_override',
    { why: 'The spec’s Security Scope decides what check looks at', instead: '`pactwright sec-scope` writes it' },
  ],
  ['check.pactguard', pactguard],
  ['check.observe', browser],
  [
    'done.lesson_quality_threshold',
    { why: 'Lessons are checked by rules', instead: 'Set their severities in `.pactwright/config.yaml`' },
  ],
  ['e2e', endToEnd],
  [
    'enterprise.non_interactive',
    { why: 'Without a terminal nothing is asked', instead: 'Pass `--yes` where a command would ask' },
  ],
  ['enterprise.debug', { why: 'More is printed only if a command is asked to', instead: 'Pass `--debug`' }],
  ['visualize.scan_excludes', graphs],
  ['visualize.graph_provider', { why: 'Pactwright reads the source code itself', instead: 'Nothing has to be set' }],
  [
    'rule_scopes',
    { why: 'Agents read rules where PactKit installed them', instead: 'Keep it for PactKit, or remove it' },
  ],
  [
    'command_rules',
    { why: 'Agents read rules where PactKit installed them', instead: 'Keep it for PactKit, or remove it' },
  ],
  [
    'sprint.max_parallel',
    { why: 'Each run sets how many agents work in parallel', instead: 'Use `pactwright run start --parallel N`' },
  ],
]);
