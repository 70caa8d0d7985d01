import { memoFor } from '../../base/memo.js';
import type { CodeFile } from './codeFile.js';
import type { Stretch } from './plainCode.js';

/** What decides whether, and how often, the code in it runs. */
type BlockKind = 'condition' | 'otherwise' | 'loop' | 'try' | 'catch' | 'function' | 'other';

/** A stretch of statements with what is before it. */
export interface Block {
  readonly kind: BlockKind;
  /** What is before its bracket, or in its line. */
  readonly head: Stretch;
  readonly body: Stretch;
  readonly parent: Block | undefined;
  /** The first token behind a statement that leaves the block in any case. */
  leaves?: number;
}

/** The blocks of a file. */
export interface Blocks {
  /** In the order of their heads. */
  readonly all: readonly Block[];
  /** The innermost one that a token is in. */
  innermost(index: number): Block | undefined;
}

const kinds: Readonly<Record<string, BlockKind>> = {
  if: 'condition',
  elif: 'condition',
  elsif: 'condition',
  unless: 'condition',
  switch: 'condition',
  match: 'condition',
  case: 'condition',
  else: 'otherwise',
  for: 'loop',
  foreach: 'loop',
  while: 'loop',
  until: 'loop',
  try: 'try',
  begin: 'try',
  catch: 'catch',
  except: 'catch',
  rescue: 'catch',
  func: 'function',
  function: 'function',
  fn: 'function',
  def: 'function',
};

/** The blocks of a file; linear in its tokens. */
export const blocksOf = memoFor((code: CodeFile): Blocks => {
  const inner = new Map<number, Block>();
  const all: Block[] = [];
  if (code.lines.length > 0) readLines(code, inner, all);
  else readBrackets(code, inner, all);
  const blocks: Blocks = { all, innermost: (index) => inner.get(index) };
  return blocks;
});

/** The blocks a token is in, innermost first, up to where a stretch begins. */
export function blocksAround(blocks: Blocks, index: number, within: Stretch): readonly Block[] {
  const found: Block[] = [];
  for (
    let block = blocks.innermost(index);
    block && block.body.first > within.first && found.length < 64;
    block = block.parent
  )
    found.push(block);
  return found;
}

function readBrackets(code: CodeFile, inner: Map<number, Block>, all: Block[]): void {
  const { tokens } = code;
  const open: Block[] = [];
  for (let at = 0; at < tokens.all.length; at++) {
    for (let top = open.at(-1); top && top.body.last < at; top = open.at(-1)) open.pop();
    const parent = open.at(-1);
    if (parent) inner.set(at, parent);
    const close = tokens.is(at, '{') ? tokens.closing(at) : undefined;
    if (close !== undefined) {
      const head = headBefore(code, at);
      const block: Block = { kind: kindOf(code, head, at), head, body: { first: at + 1, last: close - 1 }, parent };
      open.push(block);
      all.push(block);
    } else if (parent && leaves(code, at)) parent.leaves ??= endOfStatement(code, at, parent.body.last);
  }
}

/** So far back is looked for what a bracket belongs to. */
const longestHead = 40;

function headBefore({ tokens, openings }: CodeFile, open: number): Stretch {
  let first = open;
  for (let steps = 0; steps < longestHead && first > 0; steps++) {
    const before = first - 1;
    if (tokens.is(before, ';') || tokens.is(before, '{') || tokens.is(before, '}') || tokens.is(before, ',')) break;
    // A bracket that is not closed before this one is what it is in.
    if ((tokens.is(before, '(') || tokens.is(before, '[')) && (tokens.closing(before) ?? 0) > open) break;
    const opening = openings.get(before);
    const next = opening !== undefined && !tokens.is(before, '}') ? opening : before;
    first = next;
    if (tokens.at(next).breaks > 0 && !tokens.is(next, '.') && !tokens.is(open, '.')) break;
  }
  return { first, last: open - 1 };
}

function kindOf({ tokens, openings }: CodeFile, { first, last }: Stretch, open: number): BlockKind {
  if (tokens.is(open - 1, '>') && tokens.is(open - 2, '=')) return 'function';
  if (tokens.is(open - 1, '|') || (tokens.is(open - 1, '>') && tokens.is(open - 2, '-'))) return 'function';
  if (last < first) return 'other';
  let at = first;
  while (at < last && ['await', 'return', 'async', 'export', 'pub', 'unsafe', '}'].includes(tokens.read(at))) at++;
  if (tokens.is(at, 'else')) return tokens.is(at + 1, 'if') ? 'condition' : 'otherwise';
  const kind = tokens.at(at).kind === 'word' ? kinds[tokens.read(at)] : undefined;
  if (kind) return kind;
  for (let word = at; word <= last; word++)
    if (tokens.is(word, 'function') || tokens.is(word, 'func') || tokens.is(word, 'fn')) return 'function';
  // `name(arguments) {` is a method.
  const opening = openings.get(last);
  return opening !== undefined && tokens.at(opening - 1).kind === 'word' ? 'function' : 'other';
}

const leavingWords = new Set(['return', 'throw', 'raise', 'panic']);

/** Whether a statement begins here that leaves the block in any case. */
function leaves({ tokens, openings }: CodeFile, at: number): boolean {
  if (tokens.at(at).kind !== 'word' || !leavingWords.has(tokens.read(at))) return false;
  if (tokens.is(at, 'panic') && !tokens.is(at + 1, '(') && !tokens.is(at + 1, '!')) return false;
  if (tokens.is(at - 1, '{') || tokens.is(at - 1, ';') || tokens.is(at - 1, '}')) return true;
  if (tokens.at(at).breaks === 0 || tokens.is(at - 1, ':') || tokens.is(at - 1, 'else')) return false;
  const opening = openings.get(at - 1);
  const isHead = opening !== undefined && ['if', 'for', 'while'].includes(tokens.read(opening - 1));
  return !isHead && (opening !== undefined || tokens.at(at - 1).kind !== 'sign');
}

function endOfStatement({ tokens }: CodeFile, from: number, last: number): number {
  let at = from + 1;
  while (at <= last && !tokens.is(at, ';')) {
    const token = tokens.at(at);
    const isWordBefore = tokens.at(at - 1).kind !== 'sign' || tokens.is(at - 1, ')') || tokens.is(at - 1, '}');
    if (token.breaks > 0 && (at === from + 1 || (token.kind === 'word' && isWordBefore))) break;
    at = tokens.past(at);
  }
  return at;
}

function readLines(code: CodeFile, inner: Map<number, Block>, all: Block[]): void {
  const { tokens, lines } = code;
  const open: Block[] = [];
  lines.forEach((line, place) => {
    for (let top = open.at(-1); top && top.body.last < line.first; top = open.at(-1)) open.pop();
    const parent = open.at(-1);
    const next = lines[place + 1];
    const end = next ? Math.min(next.first - 1, line.blockEnd) : line.blockEnd;
    if (parent) for (let at = line.first; at <= end; at++) inner.set(at, parent);
    if (parent && leavingWords.has(tokens.read(line.first)) && !hasCondition(code, line.first, end))
      parent.leaves ??= end + 1;
    const word = tokens.is(line.first, 'async') ? tokens.read(line.first + 1) : tokens.read(line.first);
    if (line.blockEnd > end) {
      const body = { first: end + 1, last: line.blockEnd };
      const block: Block = { kind: kinds[word] ?? 'other', head: { first: line.first, last: end }, body, parent };
      open.push(block);
      all.push(block);
    }
  });
}

/** `return if late` in Ruby. */
function hasCondition({ tokens, language }: CodeFile, first: number, last: number): boolean {
  if (language !== 'ruby') return false;
  for (let at = first; at <= last; at++) if (tokens.is(at, 'if') || tokens.is(at, 'unless')) return true;
  return false;
}
