import { memoFor } from '../../base/memo.js';
import { blocksOf } from './blocks.js';
import { type CodeFile, lineFrom } from './codeFile.js';
import type { Stretch } from './plainCode.js';
import { flaw, type Flaw, type TestCode } from './testCode.js';

/** Where code asks for the variables of its environment. */
const asking = String.raw`(?:process\s*\.\s*env|import\s*\.\s*meta\s*\.\s*env|os\s*\.\s*(?:environ|getenv|Getenv|LookupEnv)|env\s*::\s*var|System\s*\.\s*getenv|GetEnvironmentVariable|ENV\s*\[)`;
const asks = new RegExp(String.raw`\b${asking}`, 'u');
const kept = new RegExp(String.raw`\b(\w+)\s*=\s*(?:!!|Boolean\(|bool\()?${asking}`, 'gu');

/** What a condition on the environment keeps from running, and where it leaves the test. */
interface Guard {
  readonly body: Stretch;
  readonly leaves: boolean;
  /** The first token of the block the condition is in; what is outside of it runs in any case. */
  readonly scope: Stretch;
}

const guardsIn = memoFor(guardsOf, ({ stretch }) => stretch);

/** An assertion that runs, or not, depending on an environment variable that may never be set; if it is skipped, that is reported. */
export function byEnvironment(test: TestCode, first: number): Flaw | undefined {
  const holds = guardsIn(test).some(
    ({ body, leaves, scope }) =>
      (body.first <= first && first <= body.last) || (leaves && body.last < first && first <= scope.last),
  );
  return holds ? flaw('only runs if an environment variable is set', true) : undefined;
}

function guardsOf({ code, stretch, blocks }: TestCode): readonly Guard[] {
  const names = new Set(Array.from(code.file.text.matchAll(kept), ([, name = '']) => name));
  return stretch.own.flatMap((at): readonly Guard[] => {
    const { tokens } = code;
    if (tokens.at(at).kind !== 'word' || !['if', 'elif', 'elsif'].includes(tokens.read(at))) return [];
    const parts = partsOf(code, at, stretch.last);
    if (!parts || !asksIn(code, parts.head, names)) return [];
    const words = wordsIn(code, parts.body);
    if (words.some((word) => /skip/iu.test(word))) return [];
    const scope = blocks.innermost(at)?.body ?? stretch;
    return [{ body: parts.body, leaves: words.includes('return'), scope }];
  });
}

function asksIn({ tokens }: CodeFile, { first, last }: Stretch, names: ReadonlySet<string>): boolean {
  const { start, end } = tokens.span(first, last);
  if (asks.test(tokens.text.slice(start, end))) return true;
  for (let at = first; at <= last; at++)
    if (names.has(tokens.read(at)) && tokens.at(at).kind === 'word' && !tokens.is(at - 1, '.')) return true;
  return false;
}

function wordsIn({ tokens }: CodeFile, { first, last }: Stretch): string[] {
  const words: string[] = [];
  for (let at = first; at <= last; at++) if (tokens.at(at).kind === 'word') words.push(tokens.read(at));
  return words;
}

/** What an `if` asks, and what is under it. */
function partsOf(
  code: CodeFile,
  at: number,
  end: number,
): { readonly head: Stretch; readonly body: Stretch } | undefined {
  const { tokens, lines } = code;
  if (lines.length > 0) {
    const line = lines[lineFrom(lines, at)];
    const block = blocksOf(code).all.find(({ head }) => head.first === at);
    if (block) return { head: { first: at + 1, last: block.head.last }, body: block.body };
    if (line?.first !== at) return undefined;
    let colon = at + 1;
    while (colon < line.blockEnd && !tokens.is(colon, ':')) colon = tokens.past(colon);
    return { head: { first: at + 1, last: colon - 1 }, body: { first: colon + 1, last: line.blockEnd } };
  }
  let open = tokens.is(at + 1, '(') ? tokens.past(at + 1) : at + 1;
  if (open === at + 1) while (open < end && !tokens.is(open, '{')) open = tokens.past(open);
  const head = { first: at + 1, last: open - 1 };
  if (tokens.is(open, '{')) return { head, body: { first: open + 1, last: (tokens.closing(open) ?? end) - 1 } };
  let last = open;
  while (last < end && !tokens.is(last, ';') && tokens.at(last + 1).breaks === 0) last = tokens.past(last);
  return { head, body: { first: open, last } };
}
