const variableLine = /^\s*(?:(?:export|override|private|set) +)*([\w.-]+)\s*(?::{1,3}|[?+!])?=/u;
const defineLine = /^\s*(?:override +)?define +([\w.-]+)/u;
/** That of a justfile may be quiet, and have parameters. */
const targetLine = /^(?!\s)@?([\w./%$(){} -]+?)(?: (?:[*+]|[\w$-]+=)(?:"[^"]*"|'[^']*'|[^:"'])*)?::?(?!:?=)/u;
/** May be within a target. */
const conditionLine = /^(?:if\w+|else|endif)\b/u;

const tests = /test|check|verify|^ci$|^all$/u;
/** Has all programs get variables: one that it sets, or those that it names. */
const exportLine = /^\s*export +(?:[\w.-]+(?=\s*(?::{1,3}|[?+!])?=)|[\w. -]+$)/u;
/** Brings in more targets and variables. */
const includeLine = /^(?: *(?:-?include|sinclude)|(?:import|mod)\??) +(?![ :=?+!])/u;

/** These are used by every target. */
const ofAll: readonly string[] = ['SHELL', '.SHELLFLAGS', 'MAKEFLAGS', 'shell'];

/**
 * The targets of a makefile or justfile that test or check, and those that they depend on or make, each with the variables it uses
 * and what counts for all.
 *
 * @param lines without comments.
 * @param called targets that are made by name from elsewhere; what is none is skipped.
 * @returns all that is said of each, by name.
 * @see https://www.gnu.org/software/make/manual/make.html and https://just.systems/man/en/
 */
export function testTargets(lines: readonly string[], called: ReadonlySet<string>): ReadonlyMap<string, string> {
  const { targets, variables } = partsOf(lines);
  const common = [...ofAll, ...lines.flatMap(exportedBy)];
  // Variables in these are mostly of the product: what its objects depend on.
  const included = wholeLines(lines).filter((line) => includeLine.test(line));
  const names = [...targets.keys()];
  const named = (words: ReadonlySet<string>): readonly string[] =>
    names.filter((name) => name.split(/\s+/u).some((word) => words.has(word)));
  const todo = [...names.filter((name) => tests.test(name)), ...named(called)];
  const found = new Map<string, string>();
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const text = targets.get(name) ?? '';
    if (found.has(name)) continue;
    found.set(name, [text, ...included, ...saidOf([...common, ...variablesIn(text)], variables)].join(''));
    // Mostly that makes the product, too.
    if (name !== 'all') todo.push(...named(new Set(madeBy(text, variables))));
  }
  return found;
}

interface MakeParts {
  readonly targets: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, string>;
}

/** What is said of each target and each variable, by name. */
function partsOf(lines: readonly string[]): MakeParts {
  const targets = new Map<string, string>();
  const variables = new Map<string, string>();
  const add = (to: Map<string, string>, name: string, text: string): void => {
    to.set(name, `${to.get(name) ?? ''}${text}\n`);
  };
  let about: string | undefined;
  for (const text of wholeLines(lines)) {
    const variable = (defineLine.exec(text) ?? variableLine.exec(text))?.[1];
    if (!/^\s/u.test(text) && !conditionLine.test(text))
      about = variable === undefined ? targetLine.exec(text)?.[1]?.trim() : undefined;
    // An indented line may be one of the target or of a condition: only make knows.
    if (variable !== undefined) add(variables, variable, text);
    if (about !== undefined) add(targets, about, text);
  }
  return { targets, variables };
}

/** Lines that go on, and the definitions of variables that have several, as one. */
function wholeLines(lines: readonly string[]): readonly string[] {
  const whole: string[] = [];
  let goesOn = false;
  let isDefining = false;
  for (const line of lines) {
    if (goesOn || isDefining) whole.push(`${whole.pop() ?? ''}\n${line}`);
    else whole.push(line);
    isDefining = isDefining ? !/^\s*endef\b/u.test(line) : !goesOn && defineLine.test(line);
    goesOn = line.endsWith('\\');
  }
  return whole;
}

/** The variables that a line gives to all programs. */
function exportedBy(line: string): readonly string[] {
  return (exportLine.exec(line)?.[0] ?? '').trim().split(/ +/u).slice(1);
}

/** What is said of variables, and of those that these use, in order of their names. */
function saidOf(names: readonly string[], variables: MakeParts['variables']): readonly string[] {
  const used = new Set<string>();
  const todo = [...names];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const said = variables.get(name);
    if (said === undefined || used.has(name)) continue;
    used.add(name);
    todo.push(...variablesIn(said));
  }
  return [...used].sort().map((name) => variables.get(name) ?? '');
}

function variablesIn(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/\$[({](?:call +)?([\w.-]+)|\{\{\s*([\w-]+)|\$(\w)/gu),
    ([, named = '', ofJust = '', short = '']) => named || ofJust || short,
  );
}

/** The prerequisites of a target, variables included, and the targets that its recipe makes. */
function madeBy(text: string, variables: MakeParts['variables']): readonly string[] {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  const needed = lines.filter((line) => targetLine.test(line)).map((line) => line.replace(targetLine, ''));
  const called = lines.flatMap((line) => /(?:\$[({]MAKE[)}]|\b(?:make|just)\b)(.*)/u.exec(line)?.[1] ?? []);
  return [...needed, ...saidOf(needed.flatMap(variablesIn), variables), ...called].flatMap((part) =>
    part.split(/[\s;&|()]+/u),
  );
}
