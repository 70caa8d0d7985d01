import { configuredPlaces } from '../documents/documentPaths.js';
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
  gates: 'The gate `done` let an item pass before it is Done.',
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
  test: 'Runs all tests; exit code 0 where they pass.',
  coverage: 'Runs all tests and writes the coverage reports.',
  lint: 'Checks the source code.',
  security: 'Looks for known weaknesses.',
} as const;

/** The commands that a project may declare for its gates. */
export const gateCommandNames = [
  'test',
  'coverage',
  'lint',
  'security',
] as const satisfies readonly (keyof typeof gateCommands)[];

export const defaultProfile = 'standard';

export const defaultBaselinePath = '.pactwright/baseline.json';

/** A rule as the configuration names it: by code or by name. */
interface NamedRule {
  readonly code: string;
  readonly name: string;
}

const path: StringSchema = {
  type: 'string',
  check: (value) => {
    if (value.trim() === '') return 'is no path: name a file or folder below the project root';
    if (value.includes('\\')) return 'has backslashes: write `/` between folders';
    if (value.startsWith('/') || /^[A-Za-z]:/u.test(value)) return 'is absolute: name it from the project root';
    if (value.split('/').includes('..')) return 'leads out of the project: name a place below its root';
    return normalisePath(value) === '' ? 'is the project root itself: name a place below it' : undefined;
  },
};

const branchName: StringSchema = {
  type: 'string',
  check: (value) =>
    /^[\w./-]+$/.test(value) && !value.startsWith('-') && !value.includes('..')
      ? undefined
      : 'is no name of a branch: write it as `git branch` lists it, e.g. main',
};

const glob: StringSchema = {
  type: 'string',
  check: (value) => {
    if (value.trim() === '') return 'fits no file: remove it';
    if (value.includes('\\')) return 'has backslashes: write `/` between folders';
    if (value.startsWith('!')) return 'takes nothing back: list only what shall be ignored';
    return value.split('/').includes('..') ? 'leads out of the project, where nothing is looked at' : undefined;
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
        description: 'The PactKit version whose findings and severities shall be kept to; in quotes.',
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
        description: 'Globs of files that are not looked at: `*`, `?`, `**` and `{a,b}`, relative to the project root.',
        schema: { type: 'list', items: glob },
      },
      baseline: {
        description: `The file of findings that are known and not reported; ${defaultBaselinePath} where it is not set.`,
        schema: path,
      },
      conventions: {
        description:
          'Ways of working that count for every item (required), for none (off), or where most finished items keep them (auto).',
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
        description: `After how many days without a commit an item in progress counts as idle; ${defaultIdleDays} where it is not set.`,
        schema: { type: 'integer', minimum: 1 },
      },
      defaultBranch: {
        description: 'The branch work is merged into; as git says where it is not set.',
        schema: branchName,
      },
      gates: { description: 'What gates ask for, and how they find it out.', schema: gatesSchema() },
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
        description: `The profile of gates that are asked without one; ${defaultProfile} where it is not set.`,
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
                description: `The profile it begins with; ${defaultProfile} where it is not set.`,
                schema: word,
              },
              require: { description: 'Conditions without which a gate stays closed.', schema: words },
              optional: { description: 'Conditions that are shown and close no gate.', schema: words },
              off: { description: 'Conditions that are not looked at.', schema: words },
            },
          },
        },
      },
      commands: {
        description:
          'Commands of the project that gates run: the program and its arguments as a list. No shell reads them.',
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
        description: `How many seconds a command may take; ${defaultTimeLimit} where it is not set.`,
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
