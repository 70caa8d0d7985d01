import { isDone } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { uncoveredRequirements } from '../support/coverage.js';
import { scenariosShowing } from './newScenarios.js';
import { scenarioGaps } from './scenarioGaps.js';

export const shouldWithoutScenario = defineRule({
  code: 'PW702',
  name: 'should-without-scenario',
  summary: 'A SHOULD requirement has no scenario and no note that defers it',
  severity: 'info',
  needs: 'code',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A SHOULD can be left out, but on purpose and with a reason. Without a scenario or a note, nobody can tell whether it was decided or forgotten.',
  fix: 'Write a scenario, or a comment where the work would be: `DEFERRED(SHOULD): STORY-001/R2` and the reason. The item can be omitted in a file that names only one item, or that the spec lists under Touches or in its Implementation Steps. Reported as information, and as a warning once the item is done. Requirements that no criterion names are left to W007. Items without test cases and archived items are skipped.',
  pactkit: 'PactKit asks agents for the note (`DEFERRED(SHOULD)`), but does not check for it.',
  *check(document, { item, archived, codeRead }) {
    // Without all of the code there is no telling whether it was put off.
    if (archived || !item || codeRead !== 'whole') return;
    const { shoulds, scenarios } = scenarioGaps(item);
    if (scenarios !== 'linked') return;
    const severity = isDone(item) ? 'warning' : 'info';
    const left = new Set(uncoveredRequirements(document).map(({ requirement }) => requirement.id));
    for (const { requirement, criteria } of shoulds) {
      const { id, idSpan } = requirement;
      if (left.has(id)) continue;
      yield {
        span: idSpan,
        anchor: id,
        severity,
        message: `${id} SHOULD be met, but no scenario shows it and no note defers it, so it may have been forgotten. Write a scenario, or \`DEFERRED(SHOULD): ${item.id}/${id}\` with the reason where the work would be.`,
        ...scenariosShowing(item, { requirement, criteria }),
      };
    }
  },
});
