import type { Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import type { Project } from '../../workspace/project.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

const tolerance = 24 * 60 * 60 * 1000;

export const contextStale = defineRule({
  code: 'PW624',
  name: 'context-stale',
  summary: 'The session context is older than the newest change of board or specs',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['context'],
  why: 'People and agents begin a session with this file. An old one sends them to work that is done, or hides what has begun.',
  ok: '> Last updated: 2026-03-02T10:00:00+01:00 by pactkit context\n\nand the newest commit to the board is of the day before.\n',
  notOk:
    '> Last updated: 2026-03-02T10:00:00+01:00 by pactkit context\n\nand the newest commit to the board is of 2026-03-09.\n',
  fix: 'Generate the file again. A day is allowed, what was changed in the same commit is fine, and so is a context with changes that are not committed yet.',
  pactkit: '`pactkit garden` reports a context whose `Last updated` is older than seven days, whatever happened since.',
  *check(document, { project }) {
    const history = project.git?.history;
    if (!history || history.uncommitted.has(document.path)) return;
    const { updated } = document.model;
    const times = [history.changesOf(document.path)[0]?.commit.at, Date.parse(updated?.at.value.trim() ?? '')];
    const own = Math.max(...times.filter((time) => time !== undefined && !Number.isNaN(time)).map(Number));
    // Without either nothing says how old it is; PW404 asks for the line.
    if (!Number.isFinite(own)) return;
    const newest = newestChange(history, project);
    if (!newest || newest.commit.at <= own + tolerance) return;
    yield {
      span: updated?.span ?? titlePlace(document),
      anchor: 'stale',
      message: `The context is older than the newest change of ${newest.path}, so sessions begin with what is not so any more. Generate it again.`,
      commits: [newest.commit.hash],
    };
  },
});

/** The newest commit to a board or spec, with its path. */
function newestChange(
  history: GitHistory,
  project: Project,
): { readonly path: string; readonly commit: Commit } | undefined {
  let newest: { readonly path: string; readonly commit: Commit } | undefined;
  for (const { path } of [...project.ofKind('board'), ...project.ofKind('spec')]) {
    const commit = history.changesOf(path)[0]?.commit;
    if (commit && (!newest || commit.at > newest.commit.at)) newest = { path, commit };
  }
  return newest;
}
