import type { GitNotice } from '../../workspace/git/gitFacts.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { Severity } from '../finding.js';
import { defineProjectRule } from '../rule.js';
import { projectPlace } from '../support/projectPlace.js';

const consequences: Readonly<Record<GitNotice['kind'], string>> = {
  unreadable: 'Checks that need it are skipped. Run `git status` and `git log` in the folder to see the error.',
  shallow: 'Checks that need the history are skipped. In CI, set `fetch-depth: 0` for the checkout.',
  bounded: 'Checks that need older commits are skipped.',
  unavailable: 'The commits that the configuration requires cannot be checked.',
  noCommits: 'The commits that the configuration requires do not exist yet.',
  detached: 'The commits that the configuration requires are looked for in the history of the current checkout.',
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
  summary: 'Git fails or returns only part of the history, so some drift is not found',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board'],
  why: 'No findings about commits and branches can mean that all is well, or that they could not be checked. An unreadable history must not look like a clean one.',
  fix: 'Follow the message. A shallow clone or a history that is too long is information. A missing repository, commit or branch is reported only if `conventions: { commits: required }` is set.',
  pactkit: 'PactKit treats a git failure as an empty result.',
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
        message: `Git history is incomplete: ${notice.message}. ${consequences[notice.kind]}`,
      };
    }
  },
});
