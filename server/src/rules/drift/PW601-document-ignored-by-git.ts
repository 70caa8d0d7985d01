import { registeredKinds } from '../../documents/registry.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

export const documentIgnoredByGit = defineRule({
  code: 'PW601',
  name: 'document-ignored-by-git',
  summary: 'A document is ignored by git, so nobody else has it',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: registeredKinds.all.filter(({ foreign }) => !foreign).map(({ name }) => name),
  why: 'The documents are the contract between people and agents, and they are shared through git. One that git ignores exists on this machine only: it is in no commit, pull request, worktree or build.',
  fix: 'Find the line with `git check-ignore -v docs/specs/STORY-001.md`. Remove it, or add an exception below it such as `!docs/specs/`. If a document is private on purpose, keep it outside the folders Pactwright reads, or under `ignore` in `.pactwright/config.yaml`.',
  pactkit: 'PactKit does not check this.',
  *check(document, { git }) {
    const { path } = document;
    if (!git?.ignored.has(path)) return;
    yield {
      span: titlePlace(document),
      anchor: 'file',
      message: `Git ignores ${path}, so it is in no commit or pull request and nobody else gets it. Remove the line that \`git check-ignore -v ${path}\` shows, or add an exception below it.`,
    };
  },
});
