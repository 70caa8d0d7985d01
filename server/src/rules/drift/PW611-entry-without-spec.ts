import { statusOfSection } from '../../documents/board/board.js';
import { newSpec } from '../../documents/spec/specTemplate.js';
import { defineEntryRule, type Report } from '../rule.js';
import { titlePlace } from '../support/place.js';
import { entryPlace } from './boardState.js';

export const entryWithoutSpec = defineEntryRule({
  code: 'PW611',
  name: 'entry-without-spec',
  summary: 'The item of a board or archive entry has no spec',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['board', 'archive'],
  why: 'The entry says that there is work; the spec says what is to be done and when it is done. Without it everybody builds what they suppose.',
  ok: 'With the spec `docs/specs/STORY-001.md`:\n\n### [STORY-001] Guest carts\n> Spec: docs/specs/STORY-001.md\n\n- [ ] Data model\n',
  notOk:
    'Without a file `docs/specs/STORY-001.md`:\n\n### [STORY-001] Guest carts\n> Spec: docs/specs/STORY-001.md\n\n- [ ] Data model\n',
  fix: 'Write the spec (the quick fix begins one), correct the id where it is misspelt, or remove the entry. In the archive it is information. Ids that are only mentioned in text are none of its business.',
  pactkit:
    '`pactkit doctor` reports every id that occurs anywhere in board or archive without a spec, also those that text only mentions.',
  *checkEntry({ document, entry, kind }, { item, configuration }): Generator<Report> {
    const { id, spec, testCases } = item;
    // An item is missing its spec once, however many entries it has.
    if (spec || item.entries[0]?.entry !== entry) return;
    const archived = document.kind === 'archive';
    const made = newSpec(
      { id, title: entry.title.value, status: archived ? 'Done' : statusOfSection[kind ?? 'backlog'] },
      configuration.paths.specs,
    );
    yield {
      span: entryPlace(entry),
      item: id,
      anchor: id,
      ...(archived ? { severity: 'info' as const } : {}),
      message: archived
        ? `${id} is in the archive, but there is no spec of it: what it had to do can be told from its entry alone. Add the spec, which git may still have, or correct the id.`
        : `There is no spec of ${id}: nothing beside its entry says what is to be done and when it is done. Write ${made.path}, correct the id, or remove the entry.`,
      otherFixes: [
        {
          title: `Create ${made.path} to fill in`,
          safe: false,
          edits: [],
          others: [{ kind: 'create', ...made }],
        },
      ],
      ...(testCases.length > 0
        ? {
            related: testCases.map((testCase) => ({
              document: testCase,
              span: titlePlace(testCase),
              message: `Test cases of ${id}`,
            })),
          }
        : {}),
    };
  },
});
