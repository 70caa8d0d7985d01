import * as v from 'valibot';
import { excerpt } from '../../base/excerpt.js';
import { parseJson } from '../../base/json.js';
import { listOf, maybe, object, type Read, read } from '../../base/schema.js';
import { none } from '../../base/same.js';
import { UsageError } from '../../base/usageError.js';
import type { IssueTracker, PullRequest, TrackerKind } from '../../operations/deliveryDesk.js';
import type { GitRepository } from '../../workspace/ports.js';
import { type ProgramDesk, runAll } from '../programs/runQuietly.js';
import { findForge } from './findGh.js';
import { issueLists, pagesOf } from './issueLists.js';
import { findRemote } from './releasePlace.js';

/**
 * All issues of the project's repository on GitHub or GitLab. They are listed, not searched for: a search does not find what was
 * created a moment ago.
 *
 * @param kind undefined: as the remote's address says.
 * @throws UsageError with the way out where they cannot be listed.
 */
export async function findIssueTracker(
  repository: GitRepository,
  kind: TrackerKind | undefined,
  desk: ProgramDesk,
): Promise<IssueTracker> {
  const { found, program } = await forgeOf(repository, kind, desk);
  const { args, issuesIn } = issueLists[found];
  const { code, output, errors } = await runAll(program, args, repository.top, desk);
  const issues = code === 0 ? issuesIn(output) : undefined;
  if (!issues)
    throw new UsageError(`${programs[found]} cannot list the issues: ${excerpt(errors.trim() || output, 300)}`);
  return { kind: found, program, issues };
}

/** A pull or merge request with its diff. @throws UsageError with the way out where it cannot be read. */
export async function readPullRequest(
  repository: GitRepository,
  number: number,
  kind: TrackerKind | undefined,
  desk: ProgramDesk,
): Promise<PullRequest> {
  const { found, program } = await forgeOf(repository, kind, desk);
  const ask = async (...args: readonly string[]): Promise<string> => {
    const { code, output, errors } = await runAll(program, args, repository.top, desk);
    if (code === 0) return output;
    throw new UsageError(`${programs[found]} cannot read #${number}: ${excerpt(errors.trim() || output, 300)}`);
  };
  const readIt = found === 'github' ? readOnGitHub : readOnGitLab;
  return { kind: found, program, ...(await readIt(String(number), ask)) };
}

/** What is read of a pull or merge request. @throws UsageError */
type ReadPullRequest = (
  name: string,
  ask: (...args: readonly string[]) => Promise<string>,
) => Promise<Omit<PullRequest, 'kind' | 'program'>>;

const readOnGitHub: ReadPullRequest = async (name, ask) => {
  const said = read(ofGitHub, parseJson(await ask('pr', 'view', name, '--json', 'title,url')));
  if (!said) throw unreadable('gh', `#${name}`);
  return { ...said, diff: await ask('pr', 'diff', name, '--color', 'never'), unread: none };
};

const readOnGitLab: ReadPullRequest = async (name, ask) => {
  const request = `projects/:id/merge_requests/${name}`;
  const said = read(ofGitLab, parseJson(await ask('api', request)));
  if (!said) throw unreadable('glab', `#${name}`);
  const files = read(listOf(changedFile), pagesOf(await ask('api', '--paginate', `${request}/diffs?per_page=100`)));
  if (!files) throw unreadable('glab', `the diff of #${name}`);
  const { title, web_url: url, changes_count: count } = said;
  return { title, url, diff: files.map(patchOf).join('\n'), unread: unreadOf(files, count) };
};

function unreadable(program: string, what: string): UsageError {
  return new UsageError(`${program} answers nothing that can be read about ${what}`);
}

async function forgeOf(
  repository: GitRepository,
  kind: TrackerKind | undefined,
  desk: ProgramDesk,
): Promise<{ readonly found: TrackerKind; readonly program: string }> {
  const remote = await findRemote(repository, desk);
  if (remote === undefined)
    throw new UsageError('the repository has no remote: add one with `git remote add origin URL`');
  const { output: address } = await runAll('git', ['remote', 'get-url', remote], repository.top, desk);
  const found = kind ?? (/gitlab/iu.test(address) ? 'gitlab' : 'github');
  return { found, program: await findForge(found, repository, desk) };
}

const changedFile = object({
  old_path: v.string(),
  new_path: v.string(),
  new_file: v.boolean(),
  deleted_file: v.boolean(),
  renamed_file: v.boolean(),
  a_mode: maybe(v.string()),
  b_mode: maybe(v.string()),
  diff: v.string(),
  /** This and the next one: since GitLab 18.4. */
  collapsed: maybe(v.boolean()),
  too_large: maybe(v.boolean()),
});

type ChangedFile = Read<typeof changedFile>;

/** What GitLab answers about a file of a merge request as git shows it: `glab mr diff` says neither what is new nor what is gone. */
function patchOf({
  old_path: before,
  new_path: after,
  new_file: isNew,
  deleted_file: isGone,
  diff,
}: ChangedFile): string {
  const mode = isNew ? 'new file mode 100644\n' : isGone ? 'deleted file mode 100644\n' : '';
  return `diff --git a/${before} b/${after}\n${mode}--- a/${before}\n+++ b/${after}\n${diff}`;
}

/** GitLab does not show large files, nor any beyond its limits. @param count how many there are; `1000+`: more than it lists. */
function unreadOf(files: readonly ChangedFile[], count = ''): PullRequest['unread'] {
  return [
    ...files.filter(isUnshown).map(({ new_path: path }) => ({
      path,
      message: 'GitLab does not show what changed here, so it was not reviewed: read it in a checkout',
    })),
    ...(count.endsWith('+')
      ? [
          {
            message: `GitLab lists ${files.length} of the changed files, and the others were not reviewed: read them in a checkout`,
          },
        ]
      : none),
  ];
}

function isUnshown(file: ChangedFile): boolean {
  const { diff, collapsed, too_large: isTooLarge } = file;
  if (collapsed !== undefined || isTooLarge !== undefined) return collapsed === true || isTooLarge === true;
  // An older GitLab does not say why it shows nothing; a file that is new may as well be empty.
  const isMoved = file.renamed_file || (!file.new_file && file.a_mode !== file.b_mode);
  return diff === '' && !isMoved && !file.deleted_file;
}

const ofGitHub = object({ title: v.string(), url: v.string() });
const ofGitLab = object({ title: v.string(), web_url: v.string(), changes_count: maybe(v.string()) });
const programs = { github: 'gh', gitlab: 'glab' } as const satisfies Record<TrackerKind, string>;
