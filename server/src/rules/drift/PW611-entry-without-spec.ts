import { statusOfSection } from '../../documents/board/board.js';
import { newSpec } from '../../documents/spec/specTemplate.js';
import { defineEntryRule } from '../rule.js';
import { none } from '../../base/same.js';
import { titlePlace } from '../support/place.js';
import { entryPlace } from './boardState.js';

export const entryWithoutSpec = defineEntryRule({
  code: 'PW611',
  name: 'entry-without-spec',
  summary: 'A board or archive entry has no spec',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  together: (count) =>
    `${count} entries have no spec, so nothing says what to build. Write the specs, or remove the entries; the light bulb creates all of them.`,
  documents: ['board', 'archive'],
  why: 'The entry says that there is work. The spec says what to do and when it is done. Without one, everybody builds what they assume.',
  fix: 'Write the spec (the quick fix creates one), correct the id if it is misspelled, or remove the entry. Reported as information in the archive. Ids that are only mentioned in text do not count.',
  pactkit:
    '`pactkit doctor` reports every id that occurs anywhere in board or archive without a spec, including ids that are only mentioned in text.',
  checkEntry({ document, entry, kind }, { item, configuration }) {
    const { id, spec, testCases } = item;
    // An item is missing its spec once, however many entries it has.
    if (spec || item.entries[0]?.entry !== entry) return none;
    const archived = document.kind === 'archive';
    const made = newSpec(
      { id, title: entry.title.value, status: archived ? 'Done' : statusOfSection[kind ?? 'backlog'] },
      configuration.paths.specs,
    );
    return [
      {
        span: entryPlace(entry),
        item: id,
        anchor: id,
        ...(archived ? { severity: 'info' as const } : {}),
        message: archived
          ? `${id} is in the archive but has no spec, so its entry is the only record of what it had to do. Restore the spec from git, or correct the id.`
          : `${id} has no spec, so nothing says what to do and when it is done. Write ${made.path}, correct the id, or remove the entry.`,
        otherFixes: [
          {
            title: `Create ${made.path} from the template`,
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
      },
    ];
  },
});
