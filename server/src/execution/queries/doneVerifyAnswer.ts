import { isTestPath } from '../../code/languageOf.js';
import { count } from '../../base/count.js';
import { codeSpans } from '../../markdown/codeSpans.js';
import type { ParsedDocument } from '../../documents/document.js';
import { isProductSource } from '../../gates/support/productFiles.js';
import { changedLinesSince } from '../../project/changedLines.js';
import { changedPaths, type CodeFolder, codeTexts, openCodeFolder } from '../../project/codeFolder.js';
import { readCodeIndex } from '../../project/readCodeIndex.js';
import { traceProjects } from '../../project/traceProjects.js';
import { draftTextOf } from '../../rules/drift/draftText.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** What came of one check. */
interface Check {
  readonly name: 'evidence' | 'files' | 'honesty' | 'wiring' | 'status';
  readonly result: 'PASS' | 'WARN' | 'FAIL';
  /** Half a sentence without full stop. */
  readonly evidence: string;
}

/** Whether an item is as done as it says. */
export async function doneVerifyAnswer(
  scene: QueryScene,
  { item: id }: { readonly item: string },
): Promise<QueryAnswer> {
  const { machine, folder, signal, warn } = scene;
  const { traces } = await traceProjects(machine, folder, id, warn);
  const item = traces[0]?.trace.item(id);
  // `traceProjects` has thrown for an item that is nowhere.
  const checks = item ? [evidence(item), files(item), honesty(item), await wiring(scene), status(item)] : [];
  signal.throwIfAborted();
  const failed = checks.filter(({ result }) => result === 'FAIL');
  const verdict =
    failed.length === 0
      ? `${id} is as done as it says`
      : `${id} is not done: ${failed.map(({ name }) => name).join(', ')}`;
  return {
    message: [...checks.map(({ name, result, evidence: said }) => `[${result}] ${name} — ${said}`), verdict].join('\n'),
    data: { item: id, checks, done: failed.length === 0 },
    isBad: failed.length > 0,
  };
}

function evidence({ spec, coverage }: ItemTrace): Check {
  const name = 'evidence';
  if (!spec) return { name, result: 'FAIL', evidence: 'there is no spec' };
  const musts = coverage.requirements.filter(({ requirement }) => requirement.level?.value === 'MUST');
  const bare = musts.filter(({ scenarios, tests }) => scenarios.length + tests.length === 0);
  if (musts.length === 0)
    return { name, result: 'WARN', evidence: 'the spec has no MUST, so there is nothing to show' };
  if (bare.length > 0)
    return {
      name,
      result: 'FAIL',
      evidence: `without scenario and test: ${bare.map(({ requirement }) => requirement.id).join(', ')}`,
    };
  return { name, result: 'PASS', evidence: `each of ${musts.length} MUST has a scenario or a test` };
}

function files({ files: named }: ItemTrace): Check {
  const name = 'files';
  const known = named.filter(({ there }) => there !== undefined);
  const gone = [...new Set(known.filter(({ there }) => there === false).map((one) => one.named.value))];
  if (known.length === 0) return { name, result: 'WARN', evidence: 'the spec names no file' };
  return gone.length > 0
    ? { name, result: 'FAIL', evidence: `named and not there: ${gone.join(', ')}` }
    : { name, result: 'PASS', evidence: `${count(known.length, 'file')} that the spec names, all there` };
}

const unfinished = /\b(?:TODO|FIXME)\b|\bRFC[ :-]{1,3}open\b|\bopen questions?\b|待定|待确认|未解决|待办/giu;
const mostShown = 5;

/** Words that say that something is open, outside of code, at the lines where they are. */
function honesty({ entries, spec, testCases }: ItemTrace): Check {
  const name = 'honesty';
  if (entries.length === 0) return { name, result: 'FAIL', evidence: 'it is neither on the board nor in the archive' };
  const open = entries.flatMap(({ entry }) => entry.tasks).filter(({ checked }) => !checked).length;
  if (open > 0) return { name, result: 'WARN', evidence: `${open} tasks are open` };
  const places = [
    ...(spec ? openPlaces(spec, draftTextOf(spec)) : []),
    ...testCases.flatMap((one) => openPlaces(one, [])),
  ];
  if (places.length === 0) return { name, result: 'PASS', evidence: 'spec and test cases leave nothing open' };
  const more = places.length > mostShown ? ` and ${places.length - mostShown} more` : '';
  return { name, result: 'FAIL', evidence: `left open: ${places.slice(0, mostShown).join(', ')}${more}` };
}

function openPlaces(
  { path, text, lines, blocks }: ParsedDocument<'spec'> | ParsedDocument<'testCase'>,
  drafts: readonly { readonly start: number }[],
): readonly string[] {
  const code = [
    ...blocks.filter(({ kind }) => kind === 'fence').map(({ span }) => span),
    ...codeSpans(text, { start: 0, end: text.length }),
  ];
  const isCode = (at: number): boolean => code.some(({ start, end }) => start <= at && at < end);
  const words = Array.from(text.matchAll(unfinished), ({ index }) => index).filter((at) => !isCode(at));
  const rows = [...words, ...drafts.map(({ start }) => start)].map((at) => lines.positionAt(at).line + 1);
  return [...new Set(rows)].sort((a, b) => a - b).map((line) => `${path}:${line}`);
}

/** New functions and classes of product code that no other place names. */
async function wiring(scene: QueryScene): Promise<Check> {
  const name = 'wiring';
  const { machine, folder, signal } = scene;
  const code = await openCodeFolder(machine, folder, signal);
  if (!code.repository)
    return { name, result: 'WARN', evidence: 'there is no repository, so nothing says what is new' };
  const there = new Set(code.paths);
  const changed = (await changedPaths(machine, code, 'HEAD', signal)).filter(
    (file) => there.has(file) && isProductSource(file),
  );
  if (changed.length === 0) return { name, result: 'PASS', evidence: 'no source code waits for its commit' };
  const unused = await unusedParts(scene, code, changed);
  return unused.length > 0
    ? { name, result: 'WARN', evidence: `new, and used nowhere: ${unused.join(', ')}` }
    : { name, result: 'PASS', evidence: 'all new functions and classes are used' };
}

async function unusedParts(
  { machine, signal }: QueryScene,
  code: CodeFolder,
  changed: readonly string[],
): Promise<readonly string[]> {
  const lines = await changedLinesSince(machine, code, 'HEAD', changed, signal);
  const { files: index } = await readCodeIndex(machine, code, signal, true);
  const added = changed.flatMap((path) =>
    (index.get(path)?.outline.definitions ?? [])
      .filter(({ name, owner, line }) => owner === undefined && !/^[_#]/u.test(name) && isNew(lines.get(path), line))
      .map(({ name, line }) => ({ path, name, line })),
  );
  const textOf = await codeTexts(machine, code.root);
  const uses = new Map(added.map(({ name }) => [name, 0]));
  for (const path of code.paths.filter((one) => index.has(one) && !isTestPath(one)))
    for (const word of ((await textOf(path)) ?? '').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []) {
      const known = uses.get(word);
      if (known !== undefined) uses.set(word, known + 1);
    }
  return added
    .filter(({ name }) => (uses.get(name) ?? 0) < 2)
    .map(({ path, name, line }) => `${name} (${path}:${line + 1})`);
}

function isNew(lines: ReadonlySet<number> | 'all' | undefined, line: number): boolean {
  return lines === 'all' || lines?.has(line) === true;
}

function status({ stage, entries, spec }: ItemTrace): Check {
  const name = 'status';
  const said = spec?.facts.status?.value ?? 'none';
  const isDone = /^done$/iu.test(said);
  const tasks = entries.flatMap(({ entry }) => entry.tasks);
  const isTicked = entries.length > 0 && tasks.every(({ checked }) => checked);
  const place = stage === 'archived' ? 'in the archive' : stage === 'unplanned' ? 'on no board' : 'on the board';
  if (entries.length === 0) return { name, result: 'FAIL', evidence: `its spec is ${said}, and it is on no board` };
  if (isTicked !== isDone)
    return {
      name,
      result: 'FAIL',
      evidence: isTicked ? `all tasks are ticked, and its spec is ${said}` : 'its spec is Done, and tasks are open',
    };
  if (stage === 'archived' && !isDone) return { name, result: 'FAIL', evidence: 'it is in the archive, and not done' };
  return { name, result: isDone ? 'PASS' : 'WARN', evidence: `${place}, and its spec is ${said}` };
}
