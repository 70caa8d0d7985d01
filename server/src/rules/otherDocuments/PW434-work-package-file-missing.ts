import { createPathFilter } from '../../base/globs.js';
import { defineRule, type Report } from '../rule.js';

export const workPackageFileMissing = defineRule({
  code: 'PW434',
  name: 'work-package-file-missing',
  summary: 'A Spec Kitty work package owns a path that does not exist and that it is not to create',
  severity: 'warning',
  needs: 'code',
  since: '0.1.0',
  documents: ['workPackage'],
  noPlaceForComment: true,
  why: 'Spec Kitty refuses a mission with such a path: it cannot know whether the file was renamed or is to be created.',
  fix: 'Correct the path, or list it in `create_intent` if the work package creates it.',
  pactkit: 'PactKit does not read this file.',
  *check({ model: { id, ownedFiles, createIntent } }, { codeRead, project }): Generator<Report> {
    if (codeRead === 'none' || ownedFiles.length === 0) return;
    const isMeant = createPathFilter(createIntent.map((glob) => `/${glob}`));
    for (const { value, span } of ownedFiles) {
      if (/[*?[{]/u.test(value) || isMeant(value) || project.code?.exists(value) !== false) continue;
      yield {
        span,
        message: `${id} owns ${value}, which does not exist, so the mission cannot be finalized. Correct the path, or add it to \`create_intent\`.`,
      };
    }
  },
});
