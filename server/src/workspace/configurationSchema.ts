import { configuredPlaces } from '../documents/documentPaths.js';
import { phaseNames } from '../documents/phaseNames.js';
import { builtInRoleNames } from '../documents/role/builtInRoles.js';
import { defaultSprintPhases, sprintPhaseNames } from './sprintPhases.js';
import type { ListSchema, MapSchema, StringSchema, YamlKey, YamlSchema } from '../documents/yaml/yamlSchema.js';

/** The PactKit versions whose verdicts can be asked for. */
export const compatVersions = ['2.10.6', '2.20.0'] as const;

export const ruleSettings = ['off', 'error', 'warning', 'info'] as const;

/** Ways of working that a project may keep or not; what breaks one is a finding only where the project keeps it. */
const conventions = {
  testCases: 'A test case for every spec.',
  commits: 'Commits name their item.',
  branches: 'A branch for every item, named by it.',
  tests: 'Tests name the criteria or scenarios they test.',
  ticks: 'A task is ticked in the commit that does the work.',
  gates: 'Items pass the gate `done` before they are Done.',
} as const;

export const conventionNames = [
  'testCases',
  'commits',
  'branches',
  'tests',
  'ticks',
  'gates',
] as const satisfies readonly (keyof typeof conventions)[];

/** `auto`: as the project's finished items say. */
export const conventionSettings = ['required', 'auto', 'off'] as const;

export const defaultIdleDays = 14;

/** How long a command of a gate may take, in seconds. */
export const defaultTimeLimit = 600;

/** What a project's own commands are for. */
const gateCommands = {
  test: 'Runs all tests; exits with 0 if they pass.',
  coverage: 'Runs all tests and writes the coverage reports.',
  lint: 'Checks the source code.',
  security: 'Checks for known vulnerabilities.',
} as const;

/** The commands that a project may declare for its gates. */
export const gateCommandNames = [
  'test',
  'coverage',
  'lint',
  'security',
] as const satisfies readonly (keyof typeof gateCommands)[];

/** The limits of an agent without a terminal in a phase: minutes, and the number of retries. */
export const defaultAgentLimits = { timeLimit: 120, silence: 20, retries: 2 } as const;

export const ciProviders = ['github', 'gitlab'] as const;

/** What continuous integration can run. */
export const ciChecks = ['lint', 'drift', 'gate', 'sarif'] as const;

/** The gate runs tests, which need what only the project knows. */
export const defaultCiChecks = ['lint', 'drift', 'sarif'] as const;

export const defaultCiNode = '22';

/** Whether another agent than the one that built an item reviews it. `auto`: where one is at hand. */
export const differentAgentSettings = ['required', 'auto', 'off'] as const;

export const defaultDifferentAgent = 'auto';

export const defaultProfile = 'standard';

/** Files with the settings of a machine for tests and servers. */
export const defaultCopies = ['.env', '.env.local', '.env.test', '.env.test.local'] as const;

export const defaultBaselinePath = '.pactwright/baseline.json';

/** A rule as the configuration names it: by code or by name. */
interface NamedRule {
  readonly code: string;
  readonly name: string;
}

const path: StringSchema = {
  type: 'string',
  check: (value) => {
    if (value.trim() === '') return 'is not a path: use a file or folder below the project root';
    if (value.includes('\\')) return 'has backslashes: use `/` between folders';
    if (value.startsWith('/') || /^[A-Za-z]:/u.test(value)) return 'is absolute: make it relative to the project root';
    if (value.split('/').includes('..')) return 'is outside the project: use a path below its root';
    return normalisePath(value) === '' ? 'is the project root itself: use a path below it' : undefined;
  },
};

const branchName: StringSchema = {
  type: 'string',
  check: (value) =>
    /^[\w./-]+$/.test(value) && !value.startsWith('-') && !value.includes('..')
      ? undefined
      : 'is not a branch name: write it as `git branch` lists it, e.g. main',
};

const glob: StringSchema = {
  type: 'string',
  check: (value) => {
    if (value.trim() === '') return 'matches no file: remove it';
    if (value.includes('\\')) return 'has backslashes: use `/` between folders';
    if (value.startsWith('!')) return 'cannot negate a pattern: only list what to ignore';
    return value.split('/').includes('..') ? 'is outside the project, which is not searched' : undefined;
  },
};

/**
 * All keys of `.pactwright/config.yaml`: what validates the file and what its JSON Schema is made of.
 *
 * @param rules all rules there are; without them any rule may be named.
 */
export function configurationSchema(rules: readonly NamedRule[] = []): MapSchema {
  const setting: StringSchema = { type: 'string', values: ruleSettings };
  const settings = rules.flatMap(({ code, name }): [string, YamlKey][] => [
    [code, { description: `Severity of ${code}, ${name}.`, schema: setting }],
    [name, { description: `Severity of ${name}, ${code}.`, schema: setting }],
  ]);
  return {
    type: 'map',
    keys: {
      compat: {
        description: 'The PactKit version whose findings and severities to use; in quotes.',
        schema: { type: 'string', values: compatVersions },
      },
      rules: {
        description: 'The severity of rules, by code or name: off, error, warning or info.',
        schema: {
          type: 'map',
          keys: Object.fromEntries(settings),
          ...(rules.length === 0 ? { others: setting } : {}),
        },
      },
      paths: {
        description: 'Where the documents are, relative to the project root.',
        schema: {
          type: 'map',
          keys: Object.fromEntries(
            configuredPlaces.map(({ setting: name, about }) => [name, { description: about, schema: path }]),
          ),
        },
      },
      ignore: {
        description: 'Globs of files to ignore: `*`, `?`, `**` and `{a,b}`, relative to the project root.',
        schema: { type: 'list', items: glob },
      },
      baseline: {
        description: `The file of known findings that are not reported; default: ${defaultBaselinePath}.`,
        schema: path,
      },
      conventions: {
        description:
          'Conventions that apply to every item (required), to none (off), or if most finished items follow them (auto).',
        schema: {
          type: 'map',
          keys: Object.fromEntries(
            conventionNames.map((name) => [
              name,
              { description: conventions[name], schema: { type: 'string', values: conventionSettings } },
            ]),
          ),
        },
      },
      idleDays: {
        description: `After how many days without a commit an item in progress counts as idle; default: ${defaultIdleDays}.`,
        schema: { type: 'integer', minimum: 1 },
      },
      defaultBranch: {
        description: 'The branch that work is merged into; by default determined from git.',
        schema: branchName,
      },
      gates: { description: 'What gates require, and how they check it.', schema: gatesSchema() },
      worktrees: { description: 'What a new worktree of an item is given.', schema: worktreesSchema() },
      agents: {
        description: 'Which agents and models work, and what they may take without a terminal.',
        schema: agentsSchema(),
      },
      ci: { description: 'What continuous integration runs; `pactwright init` writes its files.', schema: ciSchema() },
      review: { description: 'Who reviews an item in the phase check.', schema: reviewSchema() },
    },
  };
}

function ciSchema(): MapSchema {
  return {
    type: 'map',
    keys: {
      provider: {
        description: 'Where it runs: github, gitlab, or both.',
        schema: { type: 'list', orSingle: true, items: { type: 'string', values: ciProviders } },
      },
      checks: {
        description: `What it runs: ${ciChecks.join(', ')}; default: ${defaultCiChecks.join(', ')}.`,
        schema: { type: 'list', items: { type: 'string', values: ciChecks } },
      },
      runner: {
        description:
          'The label of the GitHub runner, or the tag of the GitLab runner; default: ubuntu-latest, or none.',
        schema: { type: 'string' },
      },
      node: {
        description: `The version of Node.js, in quotes; default: ${defaultCiNode}.`,
        schema: { type: 'string' },
      },
      setup: {
        description: 'Shell commands that run first, such as `npm ci`; the gate needs what the tests need.',
        schema: { type: 'list', items: { type: 'string' } },
      },
      package: {
        description:
          'What `npx --package` installs: a tarball in the project, a URL, or a name in your own registry; default: `pactwright` of the version that wrote the file.',
        schema: { type: 'string' },
      },
    },
  };
}

function worktreesSchema(): MapSchema {
  return {
    type: 'map',
    keys: {
      setup: {
        description:
          'Commands that prepare a new worktree, each a list of the program and its arguments. They run without a shell. Without any, installed packages are linked.',
        schema: { type: 'list', items: { type: 'list', items: { type: 'string' } } },
      },
      copy: {
        description: `Files that git ignores and a new worktree gets a copy of; default: ${defaultCopies.join(', ')}.`,
        schema: { type: 'list', items: path },
      },
      ports: {
        description:
          'Variables and the ports they have in the main checkout. Each worktree gets others, in the environment of its setup commands and agents and in the copied files.',
        schema: { type: 'map', keys: {}, others: { type: 'integer', minimum: 1, maximum: 65_535 } },
      },
    },
  };
}

function agentsSchema(): MapSchema {
  const amount: YamlSchema = { type: 'integer', minimum: 0 };
  const limits = {
    timeLimit: {
      description: `Minutes after which an agent is stopped; 0: never; default: ${defaultAgentLimits.timeLimit}.`,
      schema: amount,
    },
    silence: {
      description: `Minutes without output after which an agent is stopped; 0: never; default: ${defaultAgentLimits.silence}.`,
      schema: amount,
    },
  };
  return {
    type: 'map',
    keys: {
      ...limits,
      retries: {
        description: `How often an agent is tried again if its service fails; default: ${defaultAgentLimits.retries}.`,
        schema: { type: 'integer', minimum: 0, maximum: 10 },
      },
      sprint: {
        description: `The phases of a sprint, in order; default: ${defaultSprintPhases.join(', ')}.`,
        schema: { type: 'list', items: { type: 'string', values: sprintPhaseNames } },
      },
      budget: {
        description: 'US dollars that agents may cost.',
        schema: {
          type: 'map',
          keys: {
            phase: { description: 'In one run of a phase.', schema: amount },
            item: { description: 'For one item, in all its phases.', schema: amount },
            day: { description: 'In this repository since midnight (UTC).', schema: amount },
          },
        },
      },
      phases: {
        description: 'The agent, model, role and limits of a phase, by its name.',
        schema: {
          type: 'map',
          keys: Object.fromEntries(
            phaseNames.map((phase) => [phase, { description: `Of the phase ${phase}.`, schema: phaseSchema(limits) }]),
          ),
        },
      },
      roles: {
        description: 'The agent and model of a role, by its name.',
        schema: {
          type: 'map',
          keys: Object.fromEntries(
            builtInRoleNames.map((role) => [
              role,
              { description: `If the role ${role} leads a phase.`, schema: { type: 'map', keys: workers } },
            ]),
          ),
          names: 'role',
          others: { type: 'map', keys: workers },
        },
      },
    },
  };
}

const names: ListSchema = { type: 'list', orSingle: true, items: { type: 'string' } };

/** Who works. */
const workers: MapSchema['keys'] = {
  agent: { description: 'The agent, by its id; of several, the next works if one cannot.', schema: names },
  model: {
    description: 'The model of that agent, by the agent’s own name of it; of several, the next if one is out of quota.',
    schema: names,
  },
};

function phaseSchema(limits: MapSchema['keys']): MapSchema {
  return {
    type: 'map',
    keys: {
      ...workers,
      role: {
        description: 'The role that leads the phase: a built-in one, or a file in .pactwright/roles.',
        schema: { type: 'string', names: 'role' },
      },
      ...limits,
      budget: { description: 'US dollars in one run of the phase.', schema: { type: 'integer', minimum: 0 } },
    },
  };
}

function reviewSchema(): MapSchema {
  return {
    type: 'map',
    keys: {
      differentAgent: {
        description: `Whether an agent other than the one that built the item reviews it: required, off, or if one is available (auto); default: ${defaultDifferentAgent}.`,
        schema: { type: 'string', values: differentAgentSettings },
      },
    },
  };
}

function gatesSchema(): MapSchema {
  const word: StringSchema = { type: 'string' };
  const words: ListSchema = { type: 'list', items: word };
  return {
    type: 'map',
    keys: {
      profile: {
        description: `The default profile of gates; default: ${defaultProfile}.`,
        schema: word,
      },
      profiles: {
        description: "The project's own profiles, by name.",
        schema: {
          type: 'map',
          keys: {},
          others: {
            type: 'map',
            keys: {
              extends: {
                description: `The profile it extends; default: ${defaultProfile}.`,
                schema: word,
              },
              require: { description: 'Conditions that block a gate.', schema: words },
              optional: { description: 'Conditions that are shown but do not block.', schema: words },
              off: { description: 'Conditions that are not checked.', schema: words },
            },
          },
        },
      },
      commands: {
        description:
          'Commands of the project that gates run: the program and its arguments as a list. They run without a shell.',
        schema: {
          type: 'map',
          keys: Object.fromEntries(
            gateCommandNames.map((name) => [name, { description: gateCommands[name], schema: words }]),
          ),
        },
      },
      coverageReports: {
        description: 'The files that the coverage command writes: lcov, Cobertura, Istanbul, Go or JaCoCo.',
        schema: { type: 'list', items: path },
      },
      timeLimit: {
        description: `Time limit of a command in seconds; default: ${defaultTimeLimit}.`,
        schema: { type: 'integer', minimum: 1 },
      },
      clean: {
        description: 'Whether tests run in a copy of what git would commit instead of in the folder itself.',
        schema: { type: 'boolean' },
      },
      signedOff: {
        description: 'Whether every commit of an item needs a Signed-off-by trailer.',
        schema: { type: 'boolean' },
      },
    },
  };
}

/** The path without `.` segments, doubled and trailing slashes. */
export function normalisePath(value: string): string {
  return value
    .trim()
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

/** The JSON Schema of `.pactwright/config.yaml`, for editors that complete and check YAML by one. */
export function configurationJsonSchema(rules: readonly NamedRule[]): Readonly<Record<string, unknown>> {
  const defaults: Readonly<Record<string, unknown>> = {
    baseline: defaultBaselinePath,
    idleDays: defaultIdleDays,
    'gates.profile': defaultProfile,
    'gates.timeLimit': defaultTimeLimit,
    'agents.timeLimit': defaultAgentLimits.timeLimit,
    'agents.silence': defaultAgentLimits.silence,
    'agents.retries': defaultAgentLimits.retries,
    'review.differentAgent': defaultDifferentAgent,
    ...Object.fromEntries(configuredPlaces.map((place) => [`paths.${place.setting}`, place.default])),
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Pactwright configuration',
    ...toJsonSchema(configurationSchema(rules), '', defaults),
  };
}

function toJsonSchema(
  schema: YamlSchema,
  at: string,
  defaults: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  switch (schema.type) {
    case 'any':
      return {};
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return {
        type: 'integer',
        ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
        ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
      };
    case 'string':
      return schema.values ? { type: 'string', enum: schema.values } : { type: 'string' };
    case 'list': {
      const items = toJsonSchema(schema.items, at, defaults);
      const list = { type: 'array', items };
      return schema.orSingle ? { anyOf: [items, list] } : list;
    }
    case 'map':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(schema.keys).map(([name, { description, schema: value }]) => {
            const place = at === '' ? name : `${at}.${name}`;
            const standard = defaults[place];
            return [
              name,
              {
                description,
                ...(standard === undefined ? {} : { default: standard }),
                ...toJsonSchema(value, place, defaults),
              },
            ];
          }),
        ),
        additionalProperties: schema.others ? toJsonSchema(schema.others, at, defaults) : false,
      };
  }
}
