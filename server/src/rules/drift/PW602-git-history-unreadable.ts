import type { GitNotice } from '../../workspace/git/gitFacts.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { Severity } from '../finding.js';
import { defineProjectRule } from '../rule.js';
import { projectPlace } from '../support/projectPlace.js';

const consequences: Readonly<Record<GitNotice['kind'], string>> = {
  unreadable: 'What needs it is not judged. Run `git status` and `git log` in the folder to see what git says.',
  shallow: 'What needs the past is not judged; in CI, `fetch-depth: 0` at the checkout brings it.',
  bounded: 'What needs the older commits is not judged.',
  unavailable: 'The commits that the configuration requires cannot be looked for.',
  noCommits: 'The commits that the configuration requires are still to come.',
  detached: 'The commits that the configuration requires are looked for on the way to what is checked out.',
};

function severityOf({ kind }: GitNotice, { conventions }: Configuration): Severity | undefined {
  switch (kind) {
    case 'unreadable':
      return 'warning';
    case 'shallow':
    case 'bounded':
      return 'info';
    case 'unavailable':
    case 'noCommits':
    case 'detached':
      return conventions.get('commits') === 'required' ? 'info' : undefined;
  }
}

export const gitHistoryUnreadable = defineProjectRule({
  code: 'PW602',
  name: 'git-history-unreadable',
  summary: 'Git does not answer, or not in full, so that some of what drifts is not found',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board'],
  why: 'No finding about commits and branches can mean that all is well, or that nobody could look. A history that cannot be read must not look like one in which nothing is wrong.',
  ok: 'The project is a clone with all of its history.',
  notOk:
    'CI checks out a single commit (`fetch-depth: 1`): every Done item seems to have no commit, so that is not judged.',
  fix: 'Do what the message names. That a clone is shallow or a history too long is information; that there is no repository, no commit or no branch is said only where `conventions: { commits: required }` asks for commits.',
  pactkit: 'PactKit takes git’s failure for an empty answer.',
  *checkProject({ project, configuration }) {
    const place = projectPlace(project);
    if (!place) return;
    for (const notice of project.git?.notices ?? []) {
      const severity = severityOf(notice, configuration);
      if (severity === undefined) continue;
      yield {
        ...place,
        anchor: notice.kind,
        severity,
        message: `Git does not say all: ${notice.message}. ${consequences[notice.kind]}`,
      };
    }
  },
});
