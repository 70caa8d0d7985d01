import { isTestPath } from '../../code/languageOf.js';
import { isSourcePath } from '../../code/otherSyntaxes.js';
import { count } from '../../base/count.js';
import { excerpt } from '../../base/excerpt.js';
import type { HiddenFile, Work, WorkChange } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { linesOf } from '../support/addedLines.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { isGenerated } from '../support/generated.js';
import { type AttributeMacros, hidingLines, type HidingLine, macrosIn } from '../support/gitAttributes.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { lineOf } from '../support/places.js';
import { approvableName } from '../../workspace/approvableName.js';

export const nothingHidden: Condition = {
  name: 'nothing-hidden',
  title: 'Git shows all of the work',
  why: 'What git does not show is not reviewed, and no other condition checks it: source code hidden by a new ignore pattern, Pactwright settings that are not in git, files marked `assume-unchanged` or `skip-worktree`, tests left out by a sparse checkout, changed source code that is not text, filters from attributes outside git that replace source code, and attributes that hide diffs of source code.',
  gates: ['act-out', 'check', 'done', 'commit'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const attributes = work.changes.filter(({ path }) => /(?:^|\/)\.gitattributes$/iu.test(path));
  const macros = {
    before: macrosIn(attributes.flatMap(({ before }) => before ?? [])),
    after: macrosIn(attributes.flatMap(({ after }) => after ?? [])),
  };
  const sources = sourcesOf(context, work);
  const { open, approved } = sortByApproval(context, [
    ...hiddenProblems(context, work),
    ...work.changes.filter(isUnreadSource).map(unreadProblem),
    ...attributes.flatMap((change) => attributeProblems(change, macros, sources)),
  ]);
  return outcomeOf(
    open,
    {
      pass: `no source code is hidden from git${approvedWords({ approved })}`,
      fail: `${count(open.length, 'thing')} hidden from git${approvedWords({ approved })}`,
      next: 'Revert what hides the files so that their changes are visible, or have a person approve it in the editor',
    },
    [lookedAt(context, 'ignore patterns, attributes, and the marks in the index of git', work)],
  );
}

function hiddenProblems({ configuration: { gates } }: GateContext, { hidden }: Work): readonly Problem[] {
  const ofKind = (wanted: HiddenFile['kind']): readonly HiddenFile[] => hidden.filter(({ kind }) => kind === wanted);
  // A copy has all files, and the command runs all tests in it.
  const isRunWhole = gates.clean && gates.commands.has('test');
  return [
    ...[...ofKind('ignored'), ...ofKind('unwatched')].map(hiddenProblem),
    ...togetherProblem(
      isRunWhole ? [] : ofKind('leftOut'),
      'left out by a sparse checkout, so it is not run: `git sparse-checkout disable` restores it',
    ),
    ...togetherProblem(
      ofKind('exchanged'),
      'different in git and in the folder, because attributes outside git (`info/attributes`, `core.attributesFile`) replace its content',
    ),
  ];
}

/** Files that one thing hides, as one problem, which a person approves with all of them. */
function togetherProblem(files: readonly HiddenFile[], how: string): readonly Problem[] {
  const [first, ...more] = files;
  if (!first) return [];
  const { path, kind } = first;
  const all = files.map((file) => file.path).join('\n');
  return [
    {
      message: `${path}${more.length === 0 ? '' : ` (and ${count(more.length, 'more file')} with it)`} is ${how}`,
      place: { path },
      approvable: approvableName('nothing-hidden', path, kind, all),
    },
  ];
}

function hiddenProblem({ path, kind, by }: HiddenFile): Problem {
  return {
    message:
      kind === 'ignored'
        ? `${path} is ${isSourcePath(path) ? 'source code' : 'a setting of the project'} that git ignores${by === undefined ? '' : ` by ${by}`}, so it is not checked`
        : `${path} is marked assume-unchanged or skip-worktree, so git does not show its changes`,
    place: { path },
    ...(kind === 'ignored' ? { approvable: `nothing-hidden:${path}` } : {}),
  };
}

interface Source {
  readonly path: string;
  /** Whether a program wrote it, as it says itself; of files that did not change, only tests are known to be none. */
  readonly generated: boolean;
}

/** The changed source files, and all others that are known. */
function sourcesOf({ project }: GateContext, { changes }: Work): readonly Source[] {
  const changed = new Map(changes.map(({ path, after = '' }) => [path, isGenerated(after)] as const));
  return [...new Set([...changed.keys(), ...(project.code?.paths ?? [])])]
    .filter(isSourcePath)
    .map((path) => ({ path, generated: changed.get(path) ?? !isTestPath(path) }));
}

/** Whether what was written is treated as no text: neither git shows a difference then, nor is anything looked for in it. */
function isUnreadSource({ path, kind, after, modeAfter, claimed }: WorkChange): boolean {
  const isFile = kind !== 'deleted' && modeAfter?.startsWith('100') === true;
  return isFile && after === undefined && !claimed && !path.startsWith('../') && isSourcePath(path);
}

function unreadProblem({ path }: WorkChange): Problem {
  return {
    message: `${path} is not text, or is too large, so nobody sees what changed in it`,
    place: { path },
    approvable: `nothing-hidden:${path}`,
  };
}

function attributeProblems(
  { path, kind, before, after }: WorkChange,
  macros: { readonly before: AttributeMacros; readonly after: AttributeMacros },
  sources: readonly Source[],
): readonly Problem[] {
  if (kind === 'deleted') return [];
  if (after === undefined)
    return [{ message: `${path} changed and cannot be read, so it is unknown what it hides`, place: { path } }];
  const known = hidingLines(path, before ?? '', macros.before);
  const hiding = hidingLines(path, after, macros.after);
  // A macro that is new hides by lines that were there before.
  const seen = new Set<string>();
  return Array.from(linesOf(after).entries()).flatMap(([line, text]): readonly Problem[] => {
    const key = text.trim();
    const rule = hiding.get(key);
    if (!rule || known.has(key) || seen.has(key)) return [];
    seen.add(key);
    const hidden = sources.find(
      (source) => rule.covers(source.path) && !(rule.how === 'generated' && source.generated),
    );
    if (!hidden) return [];
    return [
      {
        message: `"${excerpt(key)}" ${wordsFor(rule)} ${hidden.path}`,
        place: lineOf(path, line, text.length),
        approvable: `nothing-hidden:${path}:${key}`,
      },
    ];
  });
}

function wordsFor({ how }: HidingLine): string {
  return how === 'generated' ? 'marks handwritten files as generated:' : 'hides changes, such as those of';
}
