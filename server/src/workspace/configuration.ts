import { defaultDocumentPaths, documentPaths, type DocumentPaths } from '../documents/documentPaths.js';
import type { YamlDocument } from '../documents/yaml/yamlDocument.js';
import { checkYaml, type YamlSchemaProblem } from '../documents/yaml/yamlSchema.js';
import type { YamlNode } from '../documents/yaml/yamlTree.js';
import {
  compatVersions,
  configurationSchema,
  conventionNames,
  conventionSettings,
  defaultAgentLimits,
  ciChecks,
  ciProviders,
  defaultBaselinePath,
  defaultCiChecks,
  defaultCiNode,
  defaultCopies,
  defaultDifferentAgent,
  defaultIdleDays,
  defaultProfile,
  defaultTimeLimit,
  differentAgentSettings,
  gateCommandNames,
  normalisePath,
  ruleSettings,
} from './configurationSchema.js';
import { defaultSprintPhases, type SprintPhase, sprintPhaseNames } from './sprintPhases.js';

/** The PactKit versions whose verdicts can be asked for. */
export type CompatVersion = (typeof compatVersions)[number];

export type RuleSetting = (typeof ruleSettings)[number];

/** What `.pactwright/config.yaml` says, defaults filled in. */
export interface Configuration {
  readonly compat: CompatVersion | undefined;
  /** By rule code or rule name, as written. */
  readonly rules: ReadonlyMap<string, RuleSetting>;
  /** Relative to the project root, with `/`, inside it. */
  readonly paths: DocumentPaths;
  /** Globs of files that are not looked at, relative to the project root. */
  readonly ignore: readonly string[];
  /** Where the baseline is, relative to the project root. */
  readonly baseline: string;
  /** Which ways of working are to be kept, whatever share of the items keeps them now. */
  readonly conventions: ReadonlyMap<ConventionName, ConventionSetting>;
  /** After how many days without a commit an item in progress is idle. */
  readonly idleDays: number;
  /** The branch work is merged into; undefined: as git says. */
  readonly defaultBranch: string | undefined;
  readonly gates: GateConfiguration;
  readonly worktrees: WorktreeConfiguration;
  readonly agents: AgentConfiguration;
  readonly ci: CiConfiguration;
  readonly review: { readonly differentAgent: (typeof differentAgentSettings)[number] };
}

export type CiProvider = (typeof ciProviders)[number];
export type CiCheck = (typeof ciChecks)[number];

/** What continuous integration runs; nothing without a provider. */
export interface CiConfiguration {
  readonly providers: readonly CiProvider[];
  readonly checks: readonly CiCheck[];
  readonly runner: string | undefined;
  /** A version of Node.js. */
  readonly node: string;
  /** Lines for a shell. */
  readonly setup: readonly string[];
  /** What npx installs, where it is not the package of this version in the registry. */
  readonly package: string | undefined;
}

/** The setup of a new worktree of an item. */
export interface WorktreeConfiguration {
  /** Programs with their arguments, one after the other. */
  readonly setup: readonly (readonly string[])[];
  /** Relative to the project root. */
  readonly copy: readonly string[];
  /** The ports of the main checkout, by the variables that name them. */
  readonly ports: ReadonlyMap<string, number>;
}

/** The limits of agents without a terminal, in minutes, US dollars and tokens. 0: no limit; undefined: the more general setting. */
interface AgentConfiguration {
  readonly timeLimit: number;
  readonly silence: number;
  readonly retries: number;
  /** The phases of a sprint, in order. */
  readonly sprint: readonly SprintPhase[];
  readonly budget: Readonly<Partial<Record<'phase' | 'item' | 'day' | 'dayTokens' | 'dayMinutes', number>>>;
  readonly phases: ReadonlyMap<string, PhaseConfiguration>;
  readonly roles: ReadonlyMap<string, WorkerConfiguration>;
}

/** Who works; empty: as said elsewhere. */
export interface WorkerConfiguration {
  /** Their ids, in the order they are tried. */
  readonly agents: readonly string[];
  /** In the order they are tried. */
  readonly models: readonly string[];
}

/** What is said of a phase: limits as above, who works, and the role that leads it. */
interface PhaseConfiguration
  extends WorkerConfiguration, Readonly<Partial<Record<'timeLimit' | 'silence' | 'budget', number>>> {
  readonly role: string | undefined;
}

export interface GateConfiguration {
  /** The profile of gates that are asked without one. */
  readonly profile: string;
  /** The project's own profiles. */
  readonly profiles: ReadonlyMap<string, ProfileConfiguration>;
  /** Programs with their arguments. */
  readonly commands: ReadonlyMap<GateCommandName, readonly string[]>;
  /** Relative to the project root. */
  readonly coverageReports: readonly string[];
  /** Relative to the project root. */
  readonly mutationReports: readonly string[];
  /** In seconds. */
  readonly timeLimit: number;
  /** Whether tests run in a copy of what git would commit. */
  readonly clean: boolean;
  /** Whether every commit of an item needs a Signed-off-by trailer. */
  readonly signedOff: boolean;
}

/** The names of conditions are as written. */
export interface ProfileConfiguration {
  readonly extends: string | undefined;
  readonly require: readonly string[];
  readonly optional: readonly string[];
  readonly off: readonly string[];
  /** Whether a run may merge what passes it without a person; undefined: as what it extends says. */
  readonly autoMerge?: boolean;
}

export type GateCommandName = (typeof gateCommandNames)[number];

export type ConventionName = (typeof conventionNames)[number];

type ConventionSetting = (typeof conventionSettings)[number];

export const defaultConfiguration: Configuration = {
  compat: undefined,
  rules: new Map(),
  paths: defaultDocumentPaths,
  ignore: [],
  baseline: defaultBaselinePath,
  conventions: new Map(),
  idleDays: defaultIdleDays,
  defaultBranch: undefined,
  gates: {
    profile: defaultProfile,
    profiles: new Map(),
    commands: new Map(),
    coverageReports: [],
    mutationReports: [],
    timeLimit: defaultTimeLimit,
    clean: false,
    signedOff: false,
  },
  worktrees: { setup: [], copy: defaultCopies, ports: new Map() },
  ci: { providers: [], checks: defaultCiChecks, runner: undefined, node: defaultCiNode, setup: [], package: undefined },
  agents: { ...defaultAgentLimits, sprint: defaultSprintPhases, budget: {}, phases: new Map(), roles: new Map() },
  review: { differentAgent: defaultDifferentAgent },
};

export interface ReadConfiguration {
  /** What the file says, with the default wherever it says nothing that can be used. */
  readonly configuration: Configuration;
  readonly problems: readonly YamlSchemaProblem[];
}

/**
 * Reads `.pactwright/config.yaml`. Never throws: each wrong key or value is a problem with its place, and the rest counts.
 *
 * @param rules all rules there are, so that a setting for a rule that does not exist is a problem; without them none is.
 */
export function readConfiguration(
  document: YamlDocument,
  rules: readonly { readonly code: string; readonly name: string }[] = [],
): ReadConfiguration {
  const { root } = document;
  if (!root) return { configuration: defaultConfiguration, problems: [] };
  const schema = configurationSchema(rules);
  const problems = checkYaml(root, schema);
  const wrong = new Set(problems.map(({ span }) => span.start));
  const text = (node: YamlNode | undefined): string | undefined =>
    node?.kind === 'scalar' && typeof node.value === 'string' && !wrong.has(node.span.start) ? node.value : undefined;
  const path = (node: YamlNode | undefined, fallback: string): string => {
    const value = text(node);
    return value === undefined ? fallback : normalisePath(value);
  };

  const count = (node: YamlNode | undefined, fallback: number): number =>
    node?.kind === 'scalar' && typeof node.value === 'number' && !wrong.has(node.span.start) ? node.value : fallback;

  const texts = (node: YamlNode | undefined): readonly string[] =>
    node?.kind === 'sequence' ? node.items.flatMap((item) => text(item) ?? []) : [];

  const top = valuesOf(root);
  const places = valuesOf(top.get('paths'));
  return {
    configuration: {
      compat: oneOf(compatVersions, text(top.get('compat'))),
      rules: new Map(
        Array.from(valuesOf(top.get('rules'))).flatMap(([rule, node]) => {
          const setting = oneOf(ruleSettings, text(node));
          return setting === undefined ? [] : [[rule, setting] as const];
        }),
      ),
      paths: documentPaths((setting, standard) => path(places.get(setting), standard)),
      ignore: texts(top.get('ignore')),
      baseline: path(top.get('baseline'), defaultConfiguration.baseline),
      conventions: new Map(
        Array.from(valuesOf(top.get('conventions'))).flatMap(([name, node]) => {
          const convention = oneOf(conventionNames, name);
          const setting = oneOf(conventionSettings, text(node));
          return convention === undefined || setting === undefined ? [] : [[convention, setting] as const];
        }),
      ),
      idleDays: count(top.get('idleDays'), defaultConfiguration.idleDays),
      defaultBranch: text(top.get('defaultBranch')),
      gates: gatesOf(top.get('gates'), { text, texts, count }),
      worktrees: worktreesOf(top.get('worktrees'), { text, texts, count }),
      agents: agentsOf(top.get('agents'), { text, texts, count }),
      ci: ciOf(top.get('ci'), { text, texts }),
      review: {
        differentAgent:
          oneOf(differentAgentSettings, text(valuesOf(top.get('review')).get('differentAgent'))) ??
          defaultDifferentAgent,
      },
    },
    problems,
  };
}

/** What can be used of what a node says. */
interface Values {
  readonly text: (node: YamlNode | undefined) => string | undefined;
  readonly texts: (node: YamlNode | undefined) => readonly string[];
  readonly count: (node: YamlNode | undefined, fallback: number) => number;
}

function gatesOf(node: YamlNode | undefined, { text, texts, count }: Values): Configuration['gates'] {
  const gates = valuesOf(node);
  const flag = (key: string): boolean => flagOf(gates.get(key)) === true;
  return {
    profile: text(gates.get('profile')) ?? defaultProfile,
    profiles: new Map(
      Array.from(valuesOf(gates.get('profiles')), ([name, value]) => {
        const own = valuesOf(value);
        const autoMerge = flagOf(own.get('autoMerge'));
        return [
          name,
          {
            extends: text(own.get('extends')),
            require: texts(own.get('require')),
            optional: texts(own.get('optional')),
            off: texts(own.get('off')),
            ...(autoMerge === undefined ? {} : { autoMerge }),
          },
        ];
      }),
    ),
    commands: new Map(
      Array.from(valuesOf(gates.get('commands'))).flatMap(([name, node]) => {
        const command = oneOf(gateCommandNames, name);
        return command === undefined ? [] : wholeCommand(node, texts).map((words) => [command, words] as const);
      }),
    ),
    coverageReports: texts(gates.get('coverageReports')).map(normalisePath),
    mutationReports: texts(gates.get('mutationReports')).map(normalisePath),
    timeLimit: count(gates.get('timeLimit'), defaultTimeLimit),
    clean: flag('clean'),
    signedOff: flag('signedOff'),
  };
}

function ciOf(node: YamlNode | undefined, { text, texts }: Pick<Values, 'text' | 'texts'>): CiConfiguration {
  const ci = valuesOf(node);
  const provider = ci.get('provider');
  const named = provider?.kind === 'sequence' ? texts(provider) : [text(provider) ?? ''];
  const checks = ci.get('checks');
  const setup = ci.get('setup');
  return {
    providers: ciProviders.filter((one) => named.includes(one)),
    checks: checks ? ciChecks.filter((one) => texts(checks).includes(one)) : defaultCiChecks,
    runner: text(ci.get('runner')),
    node: text(ci.get('node')) ?? defaultCiNode,
    setup: texts(setup),
    package: text(ci.get('package')),
  };
}

function worktreesOf(node: YamlNode | undefined, { texts, count }: Values): WorktreeConfiguration {
  const worktrees = valuesOf(node);
  const setup = worktrees.get('setup');
  const copy = worktrees.get('copy');
  return {
    setup: setup?.kind === 'sequence' ? setup.items.flatMap((one) => wholeCommand(one, texts)) : [],
    copy: copy?.kind === 'sequence' ? texts(copy).map(normalisePath) : defaultCopies,
    ports: new Map(
      Array.from(valuesOf(worktrees.get('ports')), ([name, port]) => [name, count(port, 0)] as const).filter(
        ([name, port]) => /^\w+$/u.test(name) && port > 0,
      ),
    ),
  };
}

function agentsOf(node: YamlNode | undefined, { text, texts, count }: Values): AgentConfiguration {
  const agents = valuesOf(node);
  const { timeLimit, silence, retries } = defaultAgentLimits;
  const sprint = texts(agents.get('sprint')).flatMap((name) => oneOf(sprintPhaseNames, name) ?? []);
  /** Those of the keys that have a number. */
  const numbers = <K extends string>(map: YamlNode | undefined, ...keys: readonly K[]): Partial<Record<K, number>> => {
    const values = valuesOf(map);
    const found: Partial<Record<K, number>> = {};
    for (const key of keys) {
      const value = count(values.get(key), -1);
      if (value >= 0) found[key] = value;
    }
    return found;
  };
  const listOf = (one: YamlNode | undefined): readonly string[] => {
    const only = text(one);
    return only === undefined ? texts(one) : [only];
  };
  const workersOf = (map: YamlNode | undefined): WorkerConfiguration => {
    const values = valuesOf(map);
    return { agents: listOf(values.get('agent')), models: listOf(values.get('model')) };
  };
  return {
    timeLimit: count(agents.get('timeLimit'), timeLimit),
    silence: count(agents.get('silence'), silence),
    retries: count(agents.get('retries'), retries),
    sprint: sprint.length > 0 ? sprint : defaultSprintPhases,
    budget: numbers(agents.get('budget'), 'phase', 'item', 'day', 'dayTokens', 'dayMinutes'),
    phases: new Map(
      Array.from(valuesOf(agents.get('phases')), ([name, value]) => [
        name,
        {
          ...numbers(value, 'timeLimit', 'silence', 'budget'),
          ...workersOf(value),
          role: text(valuesOf(value).get('role')),
        },
      ]),
    ),
    roles: new Map(Array.from(valuesOf(agents.get('roles')), ([name, value]) => [name, workersOf(value)])),
  };
}

/** A command with an unreadable word is dropped: without it, it would be a different command. */
function wholeCommand(node: YamlNode, texts: Values['texts']): readonly (readonly string[])[] {
  const words = texts(node);
  return node.kind === 'sequence' && words.length > 0 && words.length === node.items.length ? [words] : [];
}

/** The values of a map by key, the last of equal keys; nothing if the node is no map. */
function valuesOf(node: YamlNode | undefined): ReadonlyMap<string, YamlNode> {
  return new Map(node?.kind === 'map' ? node.pairs.map(({ key, value }) => [key.value, value]) : []);
}

function flagOf(value: YamlNode | undefined): boolean | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : undefined;
}

function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((known) => known === value);
}
