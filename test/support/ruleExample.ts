import { parse } from 'yaml';
import { commonLines } from '../../server/src/base/common.js';
import { textWidth } from '../../server/src/base/textWidth.js';
import { operationFor } from '../../server/src/languageFeatures/findingActions/operationFor.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import type { Span } from '../../server/src/markdown/span.js';
import type { Finding, Fix } from '../../server/src/rules/finding.js';
import type { GitHistory } from '../../server/src/workspace/git/gitFacts.js';
import { applyFixes } from './applyFixes.js';
import { hashOfCommit } from './gitFixture.js';
import { type LintedFixture, lintFixture } from './lintFixture.js';
import { extractMarkers, parseRuleFixture } from './ruleFixture.js';

/** A part of a fixture: what is behind `=== `, and the text below it. */
interface Part {
  readonly head: string;
  readonly body: string;
}

/** A text of the page, with its title in Markdown. */
interface Shown {
  readonly title: string;
  readonly language: string;
  readonly text: string;
  readonly marks: readonly Span[];
}

const afterHead = /^after /u;

/** Without what is said of the file as a whole. */
function pathOf(head: string): string {
  return head.replace(/ ⏎\w+$/u, '');
}

/**
 * What a rule's page shows: the project of an example with the finding, and what its fix makes of it. The fix is the rule's own
 * where the example has no `=== after` part.
 *
 * @param source as `test/fixtures/examples/README.md` says.
 * @returns Markdown that begins with a heading. Throws where the rule finds something else than the example marks, where it
 *   still finds something after the fix, or where the fix makes an error.
 */
export async function renderRuleExample(code: string, source: string): Promise<string> {
  const parts = partsOf(source);
  const stated = parts.filter(({ head }) => afterHead.test(head));
  const before = parts.filter(({ head }) => !afterHead.test(head));
  const project = await lintFixture(textOf(before));
  const own = project.findings.filter((finding) => finding.code === code);
  const [first] = own;
  if (!first) throw new Error(`${code}: finds nothing in its example`);
  expectMarks(code, textOf(before), own);
  const fixes =
    stated.length > 0 ? [] : own.flatMap(({ path, fix, otherFixes = [] }) => fixOf(path, fix ?? otherFixes[0]));
  const after = stated.length > 0 ? withStated(before, stated) : withFixes(before, project, fixes);
  const known = new Set(project.files.map(({ path }) => path));
  const left = (await lintFixture(textOf(after))).findings.filter(({ path }) => known.has(path));
  expectFixed(code, project.findings, left);
  return [
    '## Example',
    ...shownOf(before).map(renderShown),
    quoted(first.message),
    '## After the fix',
    ...lightBulb(first, fixes.length > 0),
    ...renderChanges(shownOf(before), shownOf(after)),
  ].join('\n\n');
}

function partsOf(source: string): Part[] {
  return source
    .split(/^=== /m)
    .slice(1)
    .map((part) => ({ head: part.slice(0, part.indexOf('\n')), body: part.slice(part.indexOf('\n') + 1) }));
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ head, body }) => `=== ${head}\n${body}`).join('');
}

function lightBulb(finding: Finding, isShown: boolean): string[] {
  const { fix, otherFixes = [] } = finding;
  const operation = operationFor(finding);
  const offered = [...(fix ? [fix] : []), ...otherFixes, ...(operation ? [operation] : [])];
  const titles = offered.map(({ title }) => `_${title}_`);
  const [own, ...others] = titles;
  if (own === undefined) return [];
  return [`The light bulb offers ${[isShown ? `${own} (shown below)` : own, ...others].join(', ')}.`];
}

function fixOf(path: string, fix: Fix | undefined): { readonly path: string; readonly fix: Fix }[] {
  return fix ? [{ path, fix }] : [];
}

/** The parts after the fix, those that the example states put in place of theirs or at the end. */
function withStated(before: readonly Part[], parts: readonly Part[]): Part[] {
  const after = new Map(parts.map(({ head, body }) => [head.replace(afterHead, ''), body]));
  const kept = before.map(({ head, body }) => {
    const stated = after.get(pathOf(head));
    return stated === undefined ? { head, body: extractMarkers(body).text } : { head: pathOf(head), body: stated };
  });
  const known = new Set(before.map(({ head }) => pathOf(head)));
  return [...kept, ...Array.from(after, ([head, body]) => ({ head, body })).filter(({ head }) => !known.has(head))];
}

function withFixes(
  before: readonly Part[],
  { files }: LintedFixture,
  fixes: readonly { readonly path: string; readonly fix: Fix }[],
): Part[] {
  const paths = new Set(files.map(({ path }) => path));
  return [
    ...before.filter(({ head }) => !paths.has(head)),
    ...applyFixes(files, fixes).map(({ path, text }) => ({ head: path, body: text })),
  ];
}

function expectMarks(code: string, source: string, own: readonly Finding[]): void {
  const marked = parseRuleFixture(source).files.flatMap(({ path, text, expected }) => {
    const lines = createLineIndex(text);
    return expected.map((span) => JSON.stringify([path, lines.rangeOf(span)]));
  });
  const found = own.map(({ path, range }) => JSON.stringify([path, range]));
  if (found.sort().join('\n') !== marked.sort().join('\n'))
    throw new Error(`${code}: its example marks\n${marked.join('\n')}\nbut it finds\n${found.join('\n')}`);
}

function expectFixed(code: string, before: readonly Finding[], after: readonly Finding[]): void {
  const errorsOf = (findings: readonly Finding[]): Finding[] => findings.filter(({ severity }) => severity === 'error');
  const left = after.filter((finding) => finding.code === code);
  const [wrong] =
    left.length > 0 || errorsOf(after).length > errorsOf(before).length ? [...left, ...errorsOf(after)] : [];
  if (wrong) throw new Error(`${code}: after the fix of its example: ${wrong.path}: ${wrong.code} ${wrong.message}`);
}

/** What a part looks like on the page, in the order of the example. */
function shownOf(parts: readonly Part[]): Shown[] {
  const { git } = parseRuleFixture(textOf(parts));
  return parts.flatMap(({ head, body }): Shown[] => {
    const [name = '', commit = ''] = head.split(' ');
    switch (name) {
      case 'git':
        return git?.history
          ? shownGit(git.history, [...git.notices.map(({ message }) => message), ...todayIn(body)])
          : [];
      case 'git-ignored':
        return [plainText('`git status --short --ignored`', body.replaceAll(/^(?=.)/gmu, '!! '))];
      case 'recorded':
        return [plainText('Recorded by gates', recordedLines(body))];
      case 'around-hooks':
        return [plainText('Commits that the git hooks did not record', lines(body.trim().split('\n').map(commitName)))];
      case 'agreed':
        return [{ ...shownFile(head.slice(7), body), title: `\`${head.slice(7)}\` when it was approved for work` }];
      case 'at': {
        const path = head.slice(name.length + commit.length + 2);
        return [{ ...shownFile(path, body), title: `\`${path}\` in commit \`${shortHash(hashOfCommit(commit))}\`` }];
      }
      default:
        return [shownFile(pathOf(head), body)];
    }
  });
}

const languages: Readonly<Record<string, string>> = {
  feature: 'gherkin',
  md: 'markdown',
  yaml: 'yaml',
  ts: 'ts',
  py: 'python',
};

function shownFile(path: string, body: string): Shown {
  const { text, spans } = extractMarkers(body);
  return { title: `\`${path}\``, language: languages[path.split('.').at(-1) ?? ''] ?? 'text', text, marks: spans };
}

function plainText(title: string, text: string): Shown {
  return { title, language: 'text', text, marks: [] };
}

function commitName(id: string): string {
  return shortHash(hashOfCommit(id));
}

function shortHash(hash: string): string {
  return hash.slice(0, 7);
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** What day it is, where the example says that. */
function todayIn(statement: string): string[] {
  return Array.from(statement.matchAll(/^now: (.*)$/gmu), ([, day]) => `(today is ${day})`);
}

/** As git itself shows it: the log with its files, and what else the example says. */
function shownGit(history: GitHistory, remarks: readonly string[]): Shown[] {
  const { commits, branches, tags, worktrees, uncommitted, head } = history;
  const log = commits.flatMap(({ hash, at, subject, paths }) => {
    const refs = [
      ...branches
        .filter(({ tip }) => tip === hash)
        .map(
          ({ name, remote }) =>
            `${name === head.branch && remote === undefined ? 'HEAD -> ' : ''}${remote === undefined ? '' : `${remote}/`}${name}`,
        ),
      ...tags.filter(({ commit }) => commit === hash).map(({ name }) => `tag: ${name}`),
    ];
    const decoration = refs.length > 0 ? ` (${refs.join(', ')})` : '';
    return [`${dateOf(at)} ${shortHash(hash)}${decoration} ${subject}`, ...paths.map((path) => `    ${path}`)];
  });
  const trees = worktrees.map(({ path, branch = '' }) => `${path}  [${branch}]`);
  return [
    plainText('`git log --all --name-only`', lines([...remarks, ...log])),
    ...(trees.length > 0 ? [plainText('`git worktree list`', lines(trees))] : []),
    ...(uncommitted.size > 0
      ? [plainText('`git status --short`', lines(Array.from(uncommitted, (path) => ` M ${path}`)))]
      : []),
  ];
}

function lines(some: readonly string[]): string {
  return some.map((line) => `${line}\n`).join('');
}

function recordedLines(yaml: string): string {
  const recorded = parse(yaml) as readonly { item: string; at?: Date | string; done?: boolean }[]; // a fixture's
  return lines(
    recorded.flatMap(({ item, at, done }) => [
      ...(at === undefined ? [] : [`${item}: the spec was frozen on ${dateOf(new Date(at).getTime())}`]),
      ...(done ? [`${item}: the gate done passed`] : []),
    ]),
  );
}

function renderShown({ title, language, text, marks }: Shown): string {
  return `${title}:\n\n${fenced(language, withCarets(text, marks))}`;
}

/** Puts a line of carets below each line in which a mark begins. */
function withCarets(text: string, marks: readonly Span[]): string {
  const index = createLineIndex(text);
  const shown = text
    .trimEnd()
    .split('\n')
    .flatMap((line, at) => {
      const own = marks.map((mark) => index.rangeOf(mark)).filter(({ start }) => start.line === at);
      const carets = own.map(({ start, end }) => {
        const marked = line.slice(start.character, end.line === at ? end.character : line.length);
        return { column: textWidth(line.slice(0, start.character)), width: Math.max(1, textWidth(marked)) };
      });
      if (carets.length === 0) return [line];
      let below = '';
      for (const { column, width } of carets)
        below = below.padEnd(column) + '^'.repeat(Math.max(0, column + width - Math.max(column, below.length)));
      return [line, below];
    });
  return shortened(shown, (line) => line.startsWith('|')).join('\n');
}

function renderChanges(before: readonly Shown[], after: readonly Shown[]): string[] {
  const were = new Map(before.map((shown) => [shown.title, shown]));
  const gone = before.filter(({ title }) => !after.some((shown) => shown.title === title));
  return after.flatMap((shown) => {
    const was = were.get(shown.title);
    if (was?.text === shown.text) return [];
    const renamed = was ? undefined : gone.find(({ text }) => text === shown.text);
    if (renamed) return [`${renamed.title} is renamed ${shown.title}.`];
    return [`${shown.title}${was ? '' : ' (new)'}:\n\n${fenced('diff', difference(was?.text ?? '', shown.text))}`];
  });
}

/** The whole text after a change, with what was removed. */
function difference(before: string, after: string): string {
  const old = linesOf(before);
  const current = linesOf(after);
  const pairs = commonLines(old, current, old.length + current.length) ?? [];
  const out: string[] = [];
  let [from, to] = [0, 0];
  for (const [one, other] of [...pairs, [old.length, current.length] as const]) {
    out.push(...old.slice(from, one).map((line) => `-${line}`), ...current.slice(to, other).map((line) => `+${line}`));
    if (one < old.length) out.push(` ${old[one] ?? ''}`);
    [from, to] = [one + 1, other + 1];
  }
  return shortened(
    out.map((line) => line.trimEnd()),
    (line) => line.startsWith(' |'),
  ).join('\n');
}

function linesOf(text: string): string[] {
  return text.trim() === '' ? [] : text.trimEnd().split('\n');
}

/** So many lines in a row that are not what a page is about are shown. */
const mostInRow = 30;

/** Leaves out the middle of a long row of lines that look alike. */
function shortened(all: readonly string[], isAside: (line: string) => boolean): readonly string[] {
  const from = all.findIndex((_, at) => at + mostInRow < all.length && all.slice(at, at + mostInRow).every(isAside));
  if (from < 0) return all;
  const end = all.findIndex((line, at) => at > from && !isAside(line));
  const to = end < 0 ? all.length : end;
  return [...all.slice(0, from + 3), `… ${to - from - 6} more rows …`, ...all.slice(to - 3)];
}

function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), (run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function quoted(message: string): string {
  return `> ${message.replaceAll('\n', '\n> ')}`;
}
