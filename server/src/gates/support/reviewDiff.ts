import { count } from '../../base/count.js';
import { isTestPath, languageOf } from '../../code/languageOf.js';
import { securityScopeOf } from '../../code/securityScope.js';
import type { DiffFile, DiffLine } from '../../code/unifiedDiff.js';
import { findSecrets } from './findSecrets.js';
import { isProductSource } from './productFiles.js';

/** P0 blocks, P1 has to be fixed, P2 should be, P3 is a hint. */
type ReviewPriority = 'P0' | 'P1' | 'P2' | 'P3';

export interface ReviewRemark {
  readonly priority: ReviewPriority;
  readonly path?: string;
  /** From 0, in the file as it is afterwards. */
  readonly line?: number;
  /** A sentence without full stop. */
  readonly message: string;
}

export interface DiffReview {
  /** The most serious first. */
  readonly remarks: readonly ReviewRemark[];
  /** What only a reader can say, as questions. */
  readonly checklist: readonly string[];
}

/**
 * What can be said of a change by reading its diff alone.
 *
 * @param specs the folder of the specs.
 * @param unread what the diff does not show.
 */
export function reviewDiff(
  files: readonly DiffFile[],
  specs: string,
  unread: readonly Pick<ReviewRemark, 'path' | 'message'>[] = [],
): DiffReview {
  const remarks = [
    ...unread.map((one): ReviewRemark => ({ priority: 'P1', ...one })),
    ...files.flatMap(remarksOn),
    ...ofAll(files, specs),
  ];
  const scope = securityScopeOf(
    files.map(({ path, added }) => ({ path, text: added.map(({ text }) => text).join('\n') })),
  );
  const security = scope.flatMap(({ id, topic, signs: [sign] }) =>
    sign ? [`${id} ${topic}: ${questions[id] ?? 'is it in order?'} (${sign.path}: ${sign.why})`] : [],
  );
  return {
    remarks: remarks.sort((a, b) => (a.priority < b.priority ? -1 : Number(a.priority > b.priority))),
    checklist: [...security, ...(files.some(({ path }) => isProductSource(path)) ? design : [])],
  };
}

const questions: Readonly<Record<string, string>> = {
  'SEC-1': 'is no key and no password in it?',
  'SEC-2': 'is every input checked for type, length and range?',
  'SEC-3': 'are all queries built with parameters?',
  'SEC-4': 'is everything that a page shows escaped?',
  'SEC-5': 'do tokens and sessions end, and are they kept safe?',
  'SEC-6': 'is it checked who may call it, and how often?',
  'SEC-7': 'does an error reveal nothing of the inside?',
  'SEC-8': 'is every new dependency needed, known and pinned?',
};

const design: readonly string[] = [
  'Single responsibility: does each new unit have one reason to change?',
  'Open for extension: would the next case need a change in many places?',
  'Substitution: does each subtype keep what its base promises?',
  'Interfaces: does any caller depend on more than it uses?',
  'Dependencies: does anything point from a lower layer to a higher one?',
];

const skipped =
  /\b(?:it|test|describe)\.(?:skip|only|todo)\b|\b(?:xit|xdescribe|fit|fdescribe)\(|@(?:pytest\.mark\.skip|unittest\.skip|Disabled|Ignore)\b|#\[ignore\b|\bt\.Skip(?:Now|f)?\(/u;
const assertion = /\b(?:expect|assert\w*|should|require)\b\s*[.(]|^\s*assert\b/u;
const leftover =
  /\bconsole\.(?:log|debug)\(|^\s*debugger;?|\bdbg!\(|^\s*(?:breakpoint\(\)|import pdb)|\bprintStackTrace\(/u;
const open = /\b(?:TODO|FIXME|HACK|XXX)\b/u;
const swallowed = /\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}|\bexcept\b[^:]*:\s*pass\b|\brescue\s*;?\s*end\b/u;
const dangerous =
  /\beval\(|\bnew Function\(|\binnerHTML\s*=|\bdangerouslySetInnerHTML\b|\bshell\s*[:=]\s*[Tt]rue\b|\bpickle\.loads?\(|\byaml\.load\((?!.*SafeLoader)|\bos\.system\(|\bverify\s*=\s*False\b|rejectUnauthorized\s*:\s*false/u;

function remarksOn({ path, added, removed }: DiffFile): readonly ReviewRemark[] {
  const isTest = isTestPath(path);
  const at = ({ line }: DiffLine, priority: ReviewPriority, message: string): ReviewRemark => ({
    priority,
    path,
    line,
    message,
  });
  const fits = (pattern: RegExp): readonly DiffLine[] =>
    languageOf(path) === undefined ? [] : added.filter(({ text }) => pattern.test(text));
  const lost =
    removed.filter(({ text }) => assertion.test(text)).length - added.filter(({ text }) => assertion.test(text)).length;
  return [
    ...findSecrets(path, added).map(({ line, what }): ReviewRemark => ({
      priority: 'P0',
      path,
      line,
      message: `This looks like ${what}: remove it, and revoke it`,
    })),
    ...(isTest
      ? fits(skipped).map((line) => at(line, 'P1', 'This test is skipped, or keeps others from running'))
      : []),
    ...(isTest && lost > 0
      ? [
          {
            priority: 'P1' as const,
            path,
            message: `${count(lost, 'assertion')} fewer than before: what do these tests no longer show?`,
          },
        ]
      : []),
    ...(isTest
      ? []
      : fits(dangerous).map((line) =>
          at(line, 'P1', 'This runs or trusts what it is given: is it certain where that comes from?'),
        )),
    ...(isTest
      ? []
      : fits(swallowed).map((line) =>
          at(line, 'P2', 'An error is ignored here: handle it, or say why nothing has to happen'),
        )),
    ...(isTest ? [] : fits(leftover).map((line) => at(line, 'P3', 'This looks like a leftover of debugging'))),
    ...fits(open).map((line) => at(line, 'P3', 'Something is left open here: is there an item for it?')),
  ];
}

/** More is too much for one reading. */
const mostLines = 400;

function ofAll(files: readonly DiffFile[], specs: string): readonly ReviewRemark[] {
  const product = files.filter(({ path, kind }) => isProductSource(path) && kind !== 'deleted');
  const changed = files.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);
  const agreed = files.filter(
    ({ path, kind, removed }) =>
      path.startsWith(`${specs}/`) &&
      kind === 'changed' &&
      removed.some(({ text }) => /\b(?:MUST|SHOULD|Given|When|Then)\b/u.test(text)),
  );
  return [
    ...(product.length > 0 && !files.some(({ path }) => isTestPath(path))
      ? [
          {
            priority: 'P1' as const,
            message: `source code changes in ${count(product.length, 'file')}, and no test does`,
          },
        ]
      : []),
    ...(product.length > 0
      ? agreed.map(({ path }): ReviewRemark => ({
          priority: 'P1',
          path,
          message: 'What was agreed changes together with the code that has to meet it',
        }))
      : []),
    ...(changed > mostLines
      ? [{ priority: 'P3' as const, message: `${changed} changed lines are hard to review in one go` }]
      : []),
  ];
}
