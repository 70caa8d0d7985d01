import { configuredPlaces } from '../documents/documentPaths.js';
import { phaseNames } from '../documents/phaseNames.js';
import { builtInRoleNames } from '../documents/role/builtInRoles.js';
import { defaultSprintPhases, sprintPhaseNames } from './sprintPhases.js';
import {
  flag,
  integer,
  list,
  map,
  mapOf,
  number,
  oneOf,
  oneOrMore,
  text,
  textThat,
} from '../documents/yaml/schemaParts.js';
import type { MapSchema, YamlSchema } from '../documents/yaml/yamlSchema.js';

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
  mutation:
    'Tries small changes of the code with a tool of the project (Stryker, PIT, cargo-mutants) and writes its report.',
} as const;

/** The commands that a project may declare for its gates. */
export const gateCommandNames = [
  'test',
  'coverage',
  'lint',
  'security',
  'mutation',
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

const path = textThat((value) => {
  if (value.trim() === '') return 'is not a path: use a file or folder below the project root';
  if (value.includes('\\')) return 'has backslashes: use `/` between folders';
  if (value.startsWith('/') || /^[A-Za-z]:/u.test(value)) return 'is absolute: make it relative to the project root';
  if (value.split('/').includes('..')) return 'is outside the project: use a path below its root';
  return normalisePath(value) === '' ? 'is the project root itself: use a path below it' : undefined;
});

const branchName = textThat((value) =>
  /^[\w./-]+$/.test(value) && !value.startsWith('-') && !value.includes('..')
    ? undefined
    : 'is not a branch name: write it as `git branch` lists it, e.g. main',
);

const glob = textThat((value) => {
  if (value.trim() === '') return 'matches no file: remove it';
  if (value.includes('\\')) return 'has backslashes: use `/` between folders';
  if (value.startsWith('!')) return 'cannot negate a pattern: only list what to ignore';
  return value.split('/').includes('..') ? 'is outside the project, which is not searched' : undefined;
});

const amount = integer({ minimum: 0 });
const dollars = number({ minimum: 0 });
/** A program and its arguments. */
const words = list(text);

/** Who works. */
const workers = {
  agent: ['The agent, by its id; of several, the next works if one cannot.', oneOrMore(text)],
  model: [
    'The model of that agent, by the agent’s own name of it; of several, the next if one is out of quota.',
    oneOrMore(text),
  ],
} as const;

const limits = {
  timeLimit: [`Minutes after which an agent is stopped; 0: never; default: ${defaultAgentLimits.timeLimit}.`, amount],
  silence: [
    `Minutes without output after which an agent is stopped; 0: never; default: ${defaultAgentLimits.silence}.`,
    amount,
  ],
} as const;

const phase = map({
  ...workers,
  role: [
    'The role that leads the phase: a built-in one, or a file in .pactwright/roles.',
    { type: 'string', names: 'role' },
  ],
  ...limits,
  budget: ['US dollars in one run of the phase.', dollars],
});

const agents = map({
  ...limits,
  retries: [
    `How often an agent is tried again if its service fails; default: ${defaultAgentLimits.retries}.`,
    integer({ minimum: 0, maximum: 10 }),
  ],
  sprint: [
    `The phases of a sprint, in order; default: ${defaultSprintPhases.join(', ')}.`,
    list(oneOf(sprintPhaseNames)),
  ],
  budget: [
    'What agents may use: US dollars, and tokens and minutes of a day; 0: no limit.',
    map({
      phase: ['US dollars in one run of a phase.', dollars],
      item: ['US dollars for one item, in all its phases.', dollars],
      day: ['US dollars in this repository since midnight (UTC).', dollars],
      dayTokens: ['Tokens in and out in this repository since midnight (UTC).', amount],
      dayMinutes: [
        'Minutes that agents have worked in this repository since midnight (UTC), all together; in a terminal only if they report it by hooks.',
        amount,
      ],
    }),
  ],
  phases: [
    'The agent, model, role and limits of a phase, by its name.',
    mapOf(phaseNames, (name) => `Of the phase ${name}.`, phase),
  ],
  roles: [
    'The agent and model of a role, by its name.',
    mapOf(builtInRoleNames, (role) => `If the role ${role} leads a phase.`, map(workers), {
      names: 'role',
      others: map(workers),
    }),
  ],
});

const ci = map({
  provider: ['Where it runs: github, gitlab, or both.', oneOrMore(oneOf(ciProviders))],
  checks: [`What it runs: ${ciChecks.join(', ')}; default: ${defaultCiChecks.join(', ')}.`, list(oneOf(ciChecks))],
  runner: ['The label of the GitHub runner, or the tag of the GitLab runner; default: ubuntu-latest, or none.', text],
  node: [`The version of Node.js, in quotes; default: ${defaultCiNode}.`, text],
  setup: ['Shell commands that run first, such as `npm ci`; the gate needs what the tests need.', list(text)],
  package: [
    'What `npx --package` installs: a tarball in the project, a URL, or a name in your own registry; default: `pactwright` of the version that wrote the file.',
    text,
  ],
});

const worktrees = map({
  setup: [
    'Commands that prepare a new worktree, each a list of the program and its arguments. They run without a shell. Without any, installed packages are linked.',
    list(words),
  ],
  copy: [`Files that git ignores and a new worktree gets a copy of; default: ${defaultCopies.join(', ')}.`, list(path)],
  ports: [
    'Variables and the ports they have in the main checkout. Each worktree gets others, in the environment of its setup commands and agents and in the copied files.',
    map({}, { others: integer({ minimum: 1, maximum: 65_535 }) }),
  ],
});

const profile = map({
  extends: [`The profile it extends; default: ${defaultProfile}.`, text],
  require: ['Conditions that block a gate.', list(text)],
  optional: ['Conditions that are shown but do not block.', list(text)],
  off: ['Conditions that are not checked.', list(text)],
  autoMerge: ['Whether `run start --auto-merge` may merge what passes; default: as the profile it extends.', flag],
});

const gates = map({
  profile: [`The default profile of gates; default: ${defaultProfile}.`, text],
  profiles: ["The project's own profiles, by name.", map({}, { others: profile })],
  commands: [
    'Commands of the project that gates run: the program and its arguments as a list. They run without a shell.',
    mapOf(gateCommandNames, (name) => gateCommands[name], words),
  ],
  coverageReports: ['The files that the coverage command writes: lcov, Cobertura, Istanbul, Go or JaCoCo.', list(path)],
  mutationReports: [
    'The files that the mutation command writes: JSON of Stryker (mutation-testing-elements) or cargo-mutants, XML of PIT.',
    list(path),
  ],
  timeLimit: [`Time limit of a command in seconds; default: ${defaultTimeLimit}.`, integer({ minimum: 1 })],
  clean: ['Whether tests run in a copy of what git would commit instead of in the folder itself.', flag],
  signedOff: ['Whether every commit of an item needs a Signed-off-by trailer.', flag],
});

const review = map({
  differentAgent: [
    `Whether an agent other than the one that built the item reviews it: required, off, or if one is available (auto); default: ${defaultDifferentAgent}.`,
    oneOf(differentAgentSettings),
  ],
});

/**
 * All keys of `.pactwright/config.yaml`: what validates the file and what its JSON Schema is made of.
 *
 * @param rules all rules there are; without them any rule may be named.
 */
export function configurationSchema(rules: readonly NamedRule[] = []): MapSchema {
  const setting = oneOf(ruleSettings);
  const settings = rules.flatMap(
    ({ code, name }) =>
      [
        [code, [`Severity of ${code}, ${name}.`, setting]],
        [name, [`Severity of ${name}, ${code}.`, setting]],
      ] as const,
  );
  return map({
    compat: ['The PactKit version whose findings and severities to use; in quotes.', oneOf(compatVersions)],
    rules: [
      'The severity of rules, by code or name: off, error, warning or info.',
      map(Object.fromEntries(settings), rules.length === 0 ? { others: setting } : {}),
    ],
    paths: [
      'Where the documents are, relative to the project root.',
      map(Object.fromEntries(configuredPlaces.map(({ setting: name, about }) => [name, [about, path] as const]))),
    ],
    ignore: ['Globs of files to ignore: `*`, `?`, `**` and `{a,b}`, relative to the project root.', list(glob)],
    baseline: [`The file of known findings that are not reported; default: ${defaultBaselinePath}.`, path],
    conventions: [
      'Conventions that apply to every item (required), to none (off), or if most finished items follow them (auto).',
      mapOf(conventionNames, (name) => conventions[name], oneOf(conventionSettings)),
    ],
    idleDays: [
      `After how many days without a commit an item in progress counts as idle; default: ${defaultIdleDays}.`,
      integer({ minimum: 1 }),
    ],
    defaultBranch: ['The branch that work is merged into; by default determined from git.', branchName],
    gates: ['What gates require, and how they check it.', gates],
    worktrees: ['What a new worktree of an item is given.', worktrees],
    agents: ['Which agents and models work, and what they may take without a terminal.', agents],
    ci: ['What continuous integration runs; `pactwright init` writes its files.', ci],
    review: ['Who reviews an item in the phase check.', review],
  });
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
    case 'number':
      return {
        type: schema.type,
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
