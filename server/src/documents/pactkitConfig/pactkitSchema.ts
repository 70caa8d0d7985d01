import {
  checkYaml,
  type MapSchema,
  type StringSchema,
  type YamlSchema,
  type YamlSchemaProblem,
} from '../yaml/yamlSchema.js';
import { phaseNames } from '../phaseNames.js';
import type { YamlNode } from '../yaml/yamlTree.js';

const flag: YamlSchema = { type: 'boolean' };
const text: YamlSchema = { type: 'string' };
const texts: YamlSchema = { type: 'list', items: text };
const oneOf = (...values: readonly string[]): StringSchema => ({ type: 'string', values });

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
export const pactkitSchema: MapSchema = {
  type: 'map',
  keys: {
    stack: {
      description: 'The language of the project, or a list of several.',
      schema: { type: 'list', orSingle: true, items: oneOf('auto', 'python', 'node', 'go', 'java') },
    },
    root: { description: 'Never used.', schema: text },
    developer: {
      description: 'The prefix of new item ids.',
      schema: {
        type: 'string',
        check: (value) =>
          value === '' || /^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$/u.test(value)
            ? undefined
            : 'must be 2 to 20 lowercase letters, digits and hyphens, with a letter or digit at both ends',
      },
    },
    agents: {
      description: 'The agent roles that are installed.',
      schema: { type: 'list', items: oneOf(...pactkitAgents) },
    },
    commands: {
      description: 'The commands that are installed.',
      schema: { type: 'list', items: { type: 'string', values: pactkitCommands, retired: retiredCommands } },
    },
    skills: {
      description: 'The skills that are installed.',
      schema: { type: 'list', items: oneOf(...pactkitSkills, ...pactkitCommands) },
    },
    rules: { description: 'The rule files that are installed.', schema: texts },
    exclude: {
      description: 'Names that an update does not add again.',
      schema: {
        type: 'map',
        keys: {
          agents: { description: 'Agent roles to leave out.', schema: texts },
          commands: { description: 'Commands to leave out.', schema: texts },
          skills: { description: 'Skills to leave out.', schema: texts },
          rules: { description: 'Rule files to leave out.', schema: texts },
        },
      },
    },
    ci: {
      description: 'The continuous integration that is set up.',
      schema: {
        type: 'map',
        keys: {
          provider: { description: 'Where it runs.', schema: oneOf('github', 'gitlab', 'none') },
          runner: { description: 'The machine it runs on.', schema: text },
          language_version: { description: 'The version of the language.', schema: { type: 'any' } },
          github_host: { description: 'The host of GitHub Enterprise.', schema: text },
          actions_ref: { description: 'Where actions come from.', schema: text },
          install_cmd: { description: 'What installs the dependencies.', schema: text },
        },
      },
    },
    issue_tracker: {
      description: 'Where issues are kept.',
      schema: {
        type: 'map',
        keys: { provider: { description: 'Where issues are kept.', schema: oneOf('github', 'none') } },
      },
    },
    hooks: {
      description: 'Hooks of PactKit before 2.11.',
      schema: {
        type: 'map',
        keys: {
          pre_commit_lint: { description: 'Lint before a commit.', schema: flag, retired: hook },
          post_test_coverage: { description: 'Coverage after tests.', schema: flag, retired: hook },
          pre_push_check: { description: 'Check before a push.', schema: flag, retired: hook },
        },
      },
    },
    lint_blocking: { description: 'Whether lint errors block.', schema: flag },
    auto_fix: { description: 'Whether the linter may fix.', schema: flag },
    venv: {
      description: 'The virtual environment of a Python project.',
      schema: {
        type: 'map',
        keys: {
          auto_detect: { description: 'Whether to look for it.', schema: flag },
          path: { description: 'Where it is.', schema: text },
        },
      },
    },
    release: {
      description: 'How releases are made.',
      schema: {
        type: 'map',
        keys: { github_release: { description: 'Whether to make a GitHub release.', schema: flag } },
      },
    },
    regression: {
      description: 'Which tests run after a change.',
      schema: {
        type: 'map',
        keys: {
          strategy: { description: 'Tests of what changed, or all.', schema: oneOf('impact', 'full') },
          max_impact_tests: {
            description: 'Above this number of tests, all are run.',
            schema: { type: 'integer', minimum: 1 },
          },
        },
      },
    },
    check: {
      description: 'What the check phase does.',
      schema: {
        type: 'map',
        keys: {
          security_checklist: { description: 'Whether to go through the security checklist.', schema: flag },
          security_scope_override: {
            description: 'Security checks whatever changed.',
            schema: oneOf('none', 'full'),
          },
          pactguard: {
            description: 'Checks by PactGuard.',
            schema: {
              type: 'map',
              keys: {
                enabled: { description: 'Whether it runs.', schema: flag },
                mode: { description: 'Which checks.', schema: oneOf('pattern', 'all') },
                ruleset: { description: 'Its rule set.', schema: text },
                blocking: { description: 'Whether it blocks.', schema: flag },
              },
            },
          },
          observe: {
            description: 'What a browser shows while tests run.',
            schema: {
              type: 'map',
              keys: {
                enabled: { description: 'Whether to look.', schema: flag },
                sources: {
                  description: 'What to look with.',
                  schema: oneOf('auto', 'chrome-devtools', 'playwright', 'all'),
                },
                max_console: { description: 'Maximum number of console lines.', schema: { type: 'integer' } },
                max_network: { description: 'Maximum number of requests.', schema: { type: 'integer' } },
              },
            },
          },
        },
      },
    },
    done: {
      description: 'What the done phase asks for.',
      schema: {
        type: 'map',
        keys: {
          lesson_quality_threshold: {
            description: 'The minimum score of a lesson.',
            schema: { type: 'integer', minimum: 0, maximum: 25 },
          },
        },
      },
    },
    e2e: {
      description: 'End-to-end tests.',
      schema: {
        type: 'map',
        keys: {
          type: {
            description: 'What is tested.',
            schema: oneOf('none', 'cli', 'frontend', 'backend', 'fullstack'),
          },
          blocking: { description: 'Whether they block.', schema: flag },
          test_dir: { description: 'Where they are.', schema: text },
          env_file: { description: 'Their environment.', schema: text },
          api_spec: { description: 'The description of the API.', schema: text },
          compose_file: { description: 'The services they need.', schema: text },
        },
      },
    },
    visualize: {
      description: 'How graphs of the code are drawn.',
      schema: {
        type: 'map',
        keys: {
          scan_excludes: { description: 'Folders to ignore.', schema: texts },
          stub_edges: {
            description: 'Edges to add, each `a -> b`.',
            schema: {
              type: 'list',
              items: {
                type: 'string',
                check: (value) => (/\S\s*->\s*\S/u.test(value) ? undefined : 'must be written `a -> b`'),
              },
            },
          },
          layers: {
            description: 'The layers of the architecture.',
            schema: {
              type: 'list',
              items: {
                type: 'map',
                keys: {
                  name: { description: 'The name of the layer.', schema: text },
                  patterns: { description: 'The files in it.', schema: texts },
                },
              },
            },
          },
          graph_provider: { description: 'What draws the graphs (since 2.14).', schema: text },
        },
      },
    },
    command_models: {
      description: 'The model of each command.',
      schema: { type: 'map', keys: {}, others: text },
    },
    agent_models: {
      description: 'The model of each agent role.',
      schema: {
        type: 'map',
        keys: Object.fromEntries(
          pactkitAgents.map((agent) => [
            agent,
            { description: `The model of ${agent}.`, schema: oneOf('haiku', 'sonnet', 'opus', 'inherit') },
          ]),
        ),
      },
    },
    rule_scopes: {
      description: 'The files a rule file is about.',
      schema: {
        type: 'map',
        keys: {},
        others: {
          type: 'list',
          orSingle: true,
          items: {
            type: 'string',
            check: (value) => (value.includes('[') && !value.includes(']') ? 'has a `[` without `]`' : undefined),
          },
        },
      },
    },
    command_rules: {
      description: 'The rule files of each command.',
      schema: { type: 'map', keys: {}, others: texts },
    },
    enterprise: {
      description: 'Limits of a closed environment.',
      schema: {
        type: 'map',
        keys: {
          no_git: { description: 'Git is not used.', schema: flag },
          no_external: { description: 'Nothing is fetched.', schema: flag },
          non_interactive: { description: 'Nothing is asked.', schema: flag },
          debug: { description: 'More is logged.', schema: flag },
        },
      },
    },
    sprint: {
      description: 'How a sprint runs (since 2.19).',
      schema: {
        type: 'map',
        keys: {
          max_parallel: { description: 'Maximum number of items at a time.', schema: { type: 'integer', minimum: 1 } },
        },
      },
    },
    trace: {
      description: 'Documented, never read.',
      schema: {
        type: 'map',
        keys: {
          fetch_functions: { description: 'Never read.', schema: { type: 'any' } },
          agent_strategies: { description: 'Never read.', schema: { type: 'any' } },
          agent_markers: { description: 'Never read.', schema: { type: 'any' } },
        },
      },
    },
    version: {
      description: 'The PactKit version that wrote the file.',
      schema: { type: 'any' },
      retired: 'has had no effect since PactKit 2.10.5: remove it',
    },
  },
};

/**
 * What `pactkit.yaml` holds that PactKit would warn of, ignore or misread. PactKit keeps top-level keys it does not know, so
 * an unknown one there is no more than a hint.
 */
export function checkPactkitConfig(root: YamlNode): readonly YamlSchemaProblem[] {
  return checkYaml(root, pactkitSchema);
}
