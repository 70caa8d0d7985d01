import type { Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import type { Project } from '../../workspace/project.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

const tolerance = 24 * 60 * 60 * 1000;

export const contextStale = defineRule({
  code: 'PW624',
  name: 'context-stale',
  summary: 'The session context is older than the latest change to the board or specs',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['context'],
  why: 'People and agents start a session with this file. An outdated one sends them to finished work, or hides work that has started.',
  fix: 'Regenerate the file. It may be up to a day old. Changes in the same commit are fine, and so is a context with uncommitted changes.',
  pactkit:
    '`pactkit garden` reports a context whose `Last updated` is older than seven days, regardless of what changed.',
  *check(document, { project }) {
    const history = project.git?.history;
    if (!history || history.uncommitted.has(document.path)) return;
    const { updated } = document.model;
    const written = Date.parse(updated?.at.value.trim() ?? '');
    const committed = history.changesOf(document.path)[0]?.commit;
    // Any commit touches the file; what the generator wrote says when it looked. Without the line PW404 asks for it.
    const own = Number.isNaN(written) ? committed?.at : written;
    if (own === undefined) return;
    const newest = newestChange(history, project);
    if (!newest || newest.commit.hash === committed?.hash || newest.commit.at <= own + tolerance) return;
    yield {
      span: updated?.span ?? titlePlace(document),
      anchor: 'stale',
      message: `The context is older than the latest change to ${newest.path}, so sessions start with outdated information. Regenerate it.`,
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
