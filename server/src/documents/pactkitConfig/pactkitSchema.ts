import { checkYaml, type MapSchema, type YamlSchemaProblem } from '../yaml/yamlSchema.js';
import { anything, flag, integer, list, map, mapOf, oneOf, oneOrMore, text, textThat } from '../yaml/schemaParts.js';
import { phaseNames } from '../phaseNames.js';
import type { YamlNode } from '../yaml/yamlTree.js';

const texts = list(text);

/** PactKit's nine agent roles. */
export const pactkitAgents = [
  'system-architect',
  'senior-developer',
  'qa-engineer',
  'repo-maintainer',
  'system-medic',
  'security-auditor',
  'visual-architect',
  'code-explorer',
  'product-designer',
] as const;

/** PactKit's commands, `project-debug` (since 2.16) included. */
const pactkitCommands: readonly string[] = phaseNames.map((phase) => `project-${phase}`);

const retiredCommandNames = ['trace', 'draw', 'status', 'doctor', 'review'] as const;

const retiredCommands: Readonly<Record<string, string>> = Object.fromEntries(
  retiredCommandNames.map((name) => [
    `project-${name}`,
    `is no longer a command: remove it, and use the skill \`pactkit-${name}\``,
  ]),
);

/** The thirteen skills that PactKit brings; its commands are skills too. */
const pactkitSkills: readonly string[] = [
  ...['visualize', 'board', 'scaffold', 'report', 'trace', 'draw', 'status', 'doctor', 'garden', 'review'],
  ...['release', 'analyze', 'audit'],
].map((skill) => `pactkit-${skill}`);

const hook = 'was removed in PactKit 2.11 and does nothing: remove it, and run the checks in a git hook or in CI';

/**
 * What PactKit's versions 2.10.6 to 2.20.0 read from `pactkit.yaml` (formats reference, A8). Rule files have no fixed set of
 * names across these versions, so `rules`, `rule_scopes` and `command_rules` take any.
 */
export const pactkitSchema: MapSchema = map({
  stack: [
    'The language of the project, or a list of several.',
    oneOrMore(oneOf(['auto', 'python', 'node', 'go', 'java'])),
  ],
  root: ['Never used.', text],
  developer: [
    'The prefix of new item ids.',
    textThat((value) =>
      value === '' || /^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$/u.test(value)
        ? undefined
        : 'must be 2 to 20 lowercase letters, digits and hyphens, with a letter or digit at both ends',
    ),
  ],
  agents: ['The agent roles that are installed.', list(oneOf(pactkitAgents))],
  commands: ['The commands that are installed.', list(oneOf(pactkitCommands, { retired: retiredCommands }))],
  skills: ['The skills that are installed.', list(oneOf([...pactkitSkills, ...pactkitCommands]))],
  rules: ['The rule files that are installed.', texts],
  exclude: [
    'Names that an update does not add again.',
    map({
      agents: ['Agent roles to leave out.', texts],
      commands: ['Commands to leave out.', texts],
      skills: ['Skills to leave out.', texts],
      rules: ['Rule files to leave out.', texts],
    }),
  ],
  ci: [
    'The continuous integration that is set up.',
    map({
      provider: ['Where it runs.', oneOf(['github', 'gitlab', 'none'])],
      runner: ['The machine it runs on.', text],
      language_version: ['The version of the language.', anything],
      github_host: ['The host of GitHub Enterprise.', text],
      actions_ref: ['Where actions come from.', text],
      install_cmd: ['What installs the dependencies.', text],
    }),
  ],
  issue_tracker: ['Where issues are kept.', map({ provider: ['Where issues are kept.', oneOf(['github', 'none'])] })],
  hooks: [
    'Hooks of PactKit before 2.11.',
    map({
      pre_commit_lint: ['Lint before a commit.', flag, hook],
      post_test_coverage: ['Coverage after tests.', flag, hook],
      pre_push_check: ['Check before a push.', flag, hook],
    }),
  ],
  lint_blocking: ['Whether lint errors block.', flag],
  auto_fix: ['Whether the linter may fix.', flag],
  venv: [
    'The virtual environment of a Python project.',
    map({ auto_detect: ['Whether to look for it.', flag], path: ['Where it is.', text] }),
  ],
  release: ['How releases are made.', map({ github_release: ['Whether to make a GitHub release.', flag] })],
  regression: [
    'Which tests run after a change.',
    map({
      strategy: ['Tests of what changed, or all.', oneOf(['impact', 'full'])],
      max_impact_tests: ['Above this number of tests, all are run.', integer({ minimum: 1 })],
    }),
  ],
  check: [
    'What the check phase does.',
    map({
      security_checklist: ['Whether to go through the security checklist.', flag],
      security_scope_override: ['Security checks whatever changed.', oneOf(['none', 'full'])],
      pactguard: [
        'Checks by PactGuard.',
        map({
          enabled: ['Whether it runs.', flag],
          mode: ['Which checks.', oneOf(['pattern', 'all'])],
          ruleset: ['Its rule set.', text],
          blocking: ['Whether it blocks.', flag],
        }),
      ],
      observe: [
        'What a browser shows while tests run.',
        map({
          enabled: ['Whether to look.', flag],
          sources: ['What to look with.', oneOf(['auto', 'chrome-devtools', 'playwright', 'all'])],
          max_console: ['Maximum number of console lines.', integer()],
          max_network: ['Maximum number of requests.', integer()],
        }),
      ],
    }),
  ],
  done: [
    'What the done phase asks for.',
    map({ lesson_quality_threshold: ['The minimum score of a lesson.', integer({ minimum: 0, maximum: 25 })] }),
  ],
  e2e: [
    'End-to-end tests.',
    map({
      type: ['What is tested.', oneOf(['none', 'cli', 'frontend', 'backend', 'fullstack'])],
      blocking: ['Whether they block.', flag],
      test_dir: ['Where they are.', text],
      env_file: ['Their environment.', text],
      api_spec: ['The description of the API.', text],
      compose_file: ['The services they need.', text],
    }),
  ],
  visualize: [
    'How graphs of the code are drawn.',
    map({
      scan_excludes: ['Folders to ignore.', texts],
      stub_edges: [
        'Edges to add, each `a -> b`.',
        list(textThat((value) => (/\S\s*->\s*\S/u.test(value) ? undefined : 'must be written `a -> b`'))),
      ],
      layers: [
        'The layers of the architecture.',
        list(map({ name: ['The name of the layer.', text], patterns: ['The files in it.', texts] })),
      ],
      graph_provider: ['What draws the graphs (since 2.14).', text],
    }),
  ],
  command_models: ['The model of each command.', map({}, { others: text })],
  agent_models: [
    'The model of each agent role.',
    mapOf(pactkitAgents, (agent) => `The model of ${agent}.`, oneOf(['haiku', 'sonnet', 'opus', 'inherit'])),
  ],
  rule_scopes: [
    'The files a rule file is about.',
    map(
      {},
      {
        others: oneOrMore(
          textThat((value) => (value.includes('[') && !value.includes(']') ? 'has a `[` without `]`' : undefined)),
        ),
      },
    ),
  ],
  command_rules: ['The rule files of each command.', map({}, { others: texts })],
  enterprise: [
    'Limits of a closed environment.',
    map({
      no_git: ['Git is not used.', flag],
      no_external: ['Nothing is fetched.', flag],
      non_interactive: ['Nothing is asked.', flag],
      debug: ['More is logged.', flag],
    }),
  ],
  sprint: [
    'How a sprint runs (since 2.19).',
    map({ max_parallel: ['Maximum number of items at a time.', integer({ minimum: 1 })] }),
  ],
  trace: [
    'Documented, never read.',
    map({
      fetch_functions: ['Never read.', anything],
      agent_strategies: ['Never read.', anything],
      agent_markers: ['Never read.', anything],
    }),
  ],
  version: ['The PactKit version that wrote the file.', anything, 'has had no effect since PactKit 2.10.5: remove it'],
});

/**
 * What `pactkit.yaml` holds that PactKit would warn of, ignore or misread. PactKit keeps top-level keys it does not know, so
 * an unknown one there is no more than a hint.
 */
export function checkPactkitConfig(root: YamlNode): readonly YamlSchemaProblem[] {
  return checkYaml(root, pactkitSchema);
}
