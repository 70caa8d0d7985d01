import { codeOf } from '../../code/testChanges/codeFile.js';
import { unitsOf } from '../../code/testChanges/units.js';
import { parseSource } from '../../code/parseSource.js';
import { tellingLines, tellingText } from '../../code/tellingText.js';
import { agentSettingsFile, agentSettingsMean, hooksOff, readAgentSettings } from '../../trace/agentSettings.js';
import { packageSettings } from './packageSettings.js';
import { isSameFile } from './sameFile.js';
import { testTargets } from './testTargets.js';

/** Settings of a file that say how tests are run, each by its name: equal texts do the same. */
export type RunnerSettings = ReadonlyMap<string, string>;

/** How the settings of a kind of file are read. */
export interface SettingsReader {
  readonly fits: RegExp;
  /** Whether settings that were not there before are free: all of them, or those of some names. */
  readonly additionsAreFree: boolean | ((name: string) => boolean);
  /** What a change means, as the end of a sentence; undefined: test results may mean something else. */
  readonly means?: string;
  /** @returns undefined if the text cannot be read. */
  read(path: string, text: string, called: NamedSettings['called']): RunnerSettings | undefined;
}

const whole = (path: string, text: string): RunnerSettings => new Map([['the file', tellingText(path, text)]]);

// On file systems that make no difference of case, programs find these by any.
const readers: readonly SettingsReader[] = [
  {
    fits: /(?:^|\/)package\.json$/iu,
    additionsAreFree: false,
    read: (_, text, called) => packageSettings(text, called),
  },
  {
    fits: /(?:^|\/)(?:(?:vitest|jest|karma|playwright|cypress|wdio|ava|mocha|nyc|c8)\.(?:config|workspace|conf)(?:\.[\w-]+)?\.\w+|\.mocharc(?:\.\w+)?|\.nycrc(?:\.\w+)?|\.c8rc(?:\.\w+)?|\.coveragerc|pytest\.ini|\.pytest\.ini|noxfile\.py|\.rspec|phpunit\.xml)$/iu,
    additionsAreFree: false,
    read: whole,
  },
  {
    fits: /(?:^|\/)vite\.config\.\w+$/iu,
    additionsAreFree: false,
    read: (path, text) => (/\btest\b|vitest/u.test(text) ? whole(path, text) : new Map()),
  },
  { fits: /(?:^|\/)conftest\.py$/iu, additionsAreFree: false, read: hooks },
  // Python takes what is in the folder for the package, and runs the others before anything else:
  // https://docs.python.org/3/library/site.html.
  {
    fits: /(?:^|\/)(?:(?:_?pytest|unittest|sitecustomize|usercustomize)\.py|(?:_?pytest|unittest)\/__init__\.py)$/iu,
    additionsAreFree: false,
    read: whole,
  },
  // https://docs.npmjs.com/cli/using-npm/config.
  {
    fits: /(?:^|\/)\.npmrc$/iu,
    additionsAreFree: false,
    read: (_, text) => lines(text, /^\s*(?:script-shell|shell|node-options|ignore-scripts)\s*=/u),
  },
  {
    fits: /(?:^|\/)pyproject\.toml$/iu,
    additionsAreFree: false,
    read: (_, text) => sections(text, /^tool\.(?:pytest|coverage|tox|nox|hatch\.envs)/u),
  },
  {
    fits: /(?:^|\/)(?:setup\.cfg|tox\.ini)$/iu,
    additionsAreFree: false,
    read: (_, text) => sections(text, /pytest|tox|testenv|coverage/u),
  },
  {
    fits: /(?:^|\/)Cargo\.toml$/iu,
    additionsAreFree: false,
    read: (_, text) =>
      new Map([
        ...sections(text, /^(?:\[?test\b|profile\.test)/u),
        ...lines(text, /^\s*(?:harness|test|autotests|doctest)\s*=/u),
      ]),
  },
  { fits: /(?:^|\/)\.cargo\/config(?:\.toml)?$/iu, additionsAreFree: false, read: whole },
  {
    fits: /(?:^|\/)(?:(?:GNU)?makefile|[^/]+\.mk|\.?justfile|[^/]+\.just)$/iu,
    additionsAreFree: true,
    read: (_, text, called) => testTargets(tellingLines(text), called),
  },
  {
    fits: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/iu,
    additionsAreFree: false,
    read: (_, text) =>
      lines(
        text,
        /surefire|failsafe|skipTests|maven\.test|testFailureIgnore|useJUnit|useTestNG|ignoreFailures|<exclude>|<include>|excludeT|includeT|\benabled\s*=?\s*false/u,
      ),
  },
  {
    fits: /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.yml|azure-pipelines\.ya?ml|Jenkinsfile|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml|\.woodpecker\.ya?ml|\.drone\.yml)$/iu,
    additionsAreFree: true,
    read: whole,
  },
  {
    fits: agentSettingsFile,
    additionsAreFree: (name) => name !== hooksOff,
    means: agentSettingsMean,
    read: readAgentSettings,
  },
  {
    fits: /^\.pactwright\/config\.yaml$/iu,
    additionsAreFree: false,
    read: (_, text) => topKeys(text, ['idleDays']),
  },
];

/** What a project's configuration says of where else it is said how tests are run. */
export interface NamedSettings {
  /** The path of the baseline. */
  readonly baseline: string;
  /** The words of declared commands: a script by its path or its name says what the command says. */
  readonly called: ReadonlySet<string>;
}

/** How a path's settings are read; undefined for a file that says nothing of how tests are run. */
export function readerOf(path: string, { baseline, called }: NamedSettings): SettingsReader | undefined {
  if ([baseline, ...called].some((named) => isSameFile(path, named)))
    return { fits: /./u, additionsAreFree: false, read: whole };
  return readers.find(({ fits }) => fits.test(path));
}

/** What a conftest.py tells pytest: https://docs.pytest.org/en/stable/reference/reference.html#hooks. */
function hooks(path: string, text: string): RunnerSettings {
  const code = codeOf(parseSource(path, text));
  return new Map(
    (code ? unitsOf(code) : []).flatMap(({ name, plain }) =>
      name !== undefined && /^(?:pytest_|collect_ignore)/u.test(name) ? [[name, plain.join(' ')] as const] : [],
    ),
  );
}

/** The sections of a TOML or INI file whose names fit. */
function sections(text: string, fits: RegExp): RunnerSettings {
  const found = new Map<string, string>();
  let name = '';
  for (const line of tellingLines(text)) {
    const header = /^\s*\[([^\r\n]*?)\]\s*(?:[#;].*)?$/u.exec(line)?.[1];
    // Blanks and quotes in a name mean nothing (https://toml.io/en/v1.0.0#keys).
    if (header !== undefined) name = header.replace(/["'\s]/gu, '');
    // A table may be written into the one above it.
    const isWithin =
      (name === '' || name === 'tool') && /^\s*["'\w.]*(?:pytest|coverage|tox|nox|hatch|tool)\b/u.test(line);
    if (fits.test(name) || isWithin) found.set(`[${name}]`, `${found.get(`[${name}]`) ?? ''}${line.trim()}\n`);
  }
  return found;
}

function lines(text: string, fits: RegExp): RunnerSettings {
  const found = tellingLines(text)
    .filter((line) => fits.test(line))
    .map((line) => line.trim());
  return found.length === 0 ? new Map() : new Map([['what it says of tests', found.join('\n')]]);
}

/** The text below each key at the top of a YAML file except for some; what is written in another way counts as the file. */
function topKeys(text: string, free: readonly string[]): RunnerSettings {
  const found = new Map<string, string>();
  let key = 'the file';
  for (const line of tellingLines(text)) {
    if (/^\S/u.test(line)) key = /^(\w+)\s*:/u.exec(line)?.[1] ?? 'the file';
    if (!free.includes(key)) found.set(key, `${found.get(key) ?? ''}${line}\n`);
  }
  return found;
}
