import type { Grammar } from '../../syntax/grammar.js';
import type { Syntax, SyntaxNode } from '../../syntax/openSyntax.js';
import { mutationSyntax } from '../../syntax/operators.js';
import { applyEdits, partsOf, replacement } from '../../syntax/stub.js';
import type { WorkChange } from '../../workspace/work/work.js';
import { changedLines } from './changedLines.js';

/** A changed expression by which code may find out that it is tested, and the file with either answer. */
export interface Suspect {
  readonly path: string;
  /** From 0. */
  readonly line: number;
  /** The expression. */
  readonly asks: string;
  readonly texts: readonly string[];
}

const environment = /\b(?:process\.env|import\.meta\.env|os\.environ|os\.getenv|os\.Getenv)\b/u;
/** What tells how the program was started, and which files are beside it. */
const surroundings =
  /\bprocess\.argv\b|\bsys\.(?:argv|modules)\b|\bos\.Args\b|\bexistsSync\b|\bos\.path\.(?:exists|isdir|isfile)\b|\.exists\(\)|\bos\.Stat\b/u;
/** What Node.js says about a process, except for what honest code uses: its environment, platform, streams and the like. */
const ofProcess =
  /(?<![\w$.])process\.(?!(?:env|argv|argv0|platform|arch|versions?|release|features|browser|type|std(?:in|out|err)|cwd|chdir|exit|exitCode|pid|on|once|off|emit|emitWarning|nextTick|hrtime|memoryUsage|cpuUsage|umask|kill|get[eg]?[ug]id|getgroups|abort)\b)\w+|["'`]\/proc\//u;
/** What a program may ask about itself that hardly any code has a reason to decide by. */
const itself: Partial<Readonly<Record<Grammar, RegExp>>> = {
  javascript: ofProcess,
  typescript: ofProcess,
  tsx: ofProcess,
  python:
    /\bsys\.(?:gettrace|getprofile|flags|meta_path|path_hooks|warnoptions|orig_argv|_\w+)\b|\bthreading\.(?:enumerate|active_count)\b|\bgc\.get_\w+|\bos\.getppid\b|["']\/proc\//u,
  go: /\bdebug\.ReadBuildInfo\b|\bos\.Executable\b|\bflag\.(?:NFlag|CommandLine|Lookup)\b|["`]\/proc\//u,
};
/** A text that names a test or its runner. */
const testText =
  /(["'`])([^"'`\n]{0,40}(?<![a-z])(?:tests?|specs?|pytest|vitest|jest|mocha|unittest)(?![a-z])[^"'`\n]{0,40})\1/iu;
const testWord = /\bCI\b|TEST|["'`](?:test|testing)["'`]/u;
const clock =
  /\bDate\.now\(\)|\bnew Date\(\)|\bdatetime\.(?:now|utcnow|today)\(|\bdate\.today\(|\btime\.time\(\)|\btime\.Now\(\)/u;
/** A moment or a year of this time, written out. */
const moment = /\b[1-4]\d{9}(?:\d{3})?\b|(?<![\d.])20\d\d\b/u;

/**
 * What the changed lines ask of the environment or the clock that is another in a test.
 *
 * @param named what tests and requirements say: what they name themselves is meant, and no secret.
 * @param tests what tests alone say: requirements name files of tests, too.
 */
export async function suspectsOf(
  syntax: Syntax,
  change: WorkChange,
  { named, tests }: { readonly named: string; readonly tests: string },
): Promise<readonly Suspect[]> {
  const { path, after } = change;
  if (after === undefined) return [];
  const changed = new Set(changedLines(change));
  const find = (root: SyntaxNode, grammar: Grammar): readonly Suspect[] => {
    const [yes = '', no = ''] = Object.keys(mutationSyntax[grammar].truth);
    const [and, or] = grammar === 'python' ? ['and', 'or'] : ['&&', '||'];
    return smallest(root, grammar)
      .filter(({ startPosition: { row }, text }) => changed.has(row) && !isMeant(text, grammar, named, tests))
      .map((node) => ({
        path,
        line: node.startPosition.row,
        asks: node.text.replace(/\s+/gu, ' '),
        // The condition stays, so that no import is unused.
        texts: [`${and} ${no}`, `${or} ${yes}`].map((end) =>
          applyEdits(after, [replacement(node, `((${node.text}) ${end})`)]),
        ),
      }));
  };
  return (await syntax.read(path, after, find)) ?? [];
}

function asks(text: string, grammar: Grammar): boolean {
  return (
    (environment.test(text) && testWord.test(text)) ||
    (surroundings.test(text) && testText.test(text)) ||
    (clock.test(text) && moment.test(text)) ||
    itself[grammar]?.test(text) === true
  );
}

/** The innermost comparisons that ask; where none compares, the innermost expressions. */
function smallest(root: SyntaxNode, grammar: Grammar): readonly SyntaxNode[] {
  const compared = innermost(root, grammar, ({ type }) => mutationSyntax[grammar].operations.includes(type));
  return compared.length > 0
    ? compared
    : innermost(root, grammar, ({ type }) => !/string$|^generator|argument|clause/u.test(type));
}

function innermost(node: SyntaxNode, grammar: Grammar, fits: (node: SyntaxNode) => boolean): readonly SyntaxNode[] {
  if (!asks(node.text, grammar)) return [];
  const within = partsOf(node).flatMap((part) => innermost(part, grammar, fits));
  return within.length > 0 || !fits(node) ? within : [node];
}

function isMeant(text: string, grammar: Grammar, named: string, tests: string): boolean {
  const looked = surroundings.test(text) ? testText.exec(text)?.[2] : undefined;
  if (looked !== undefined) return ["'", '"', '`', '/'].some((before) => tests.includes(`${before}${looked}`));
  const member = itself[grammar]?.exec(text)?.[0];
  if (member !== undefined) return named.includes(member.slice(member.lastIndexOf('.') + 1));
  const variables = text.match(/\b[A-Z][A-Z\d_]+\b/gu) ?? [];
  if (environment.test(text)) return variables.some((variable) => named.includes(variable));
  // Tests that set the clock are about it.
  if (/\buseFakeTimers\b|\bsetSystemTime\b|\bmock\.timers\b|\bfreeze_?time\b|\btime_machine\b/iu.test(named))
    return true;
  return named.includes(moment.exec(text)?.[0] ?? text);
}
