import { defineEntryRule } from '../rule.js';
import { none } from '../../base/same.js';
import { excerpt } from '../../base/excerpt.js';
import { relationOf, titleWithoutRemarks } from './titles.js';

/** The first words of two titles are often the same. */
const longestTitle = 120;

export const titleMismatch = defineEntryRule({
  code: 'PW618',
  name: 'title-mismatch',
  summary: 'The title of a board or archive entry differs from its spec',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['board', 'archive'],
  why: 'Two titles make one item look like two. Often the id is wrong, or the spec was rewritten for something else.',
  fix: 'Decide which title is right and use it in both places; there is a quick fix for each. Only letters and digits are compared, ignoring case; remarks at the end such as `[#12](…)` or `[P1]` and the words `Spec STORY-001:` at the start do not. Reported as information if one title is a rewording of the other. In the archive, everything is information and rewording is not reported.',
  pactkit: 'PactKit does not compare titles.',
  checkEntry({ document, entry }, { item: { id, spec } }) {
    const own = spec?.facts.title;
    // Where the title names another item, PW101 speaks.
    if (!spec || !own || (own.id && own.id.value !== id)) return none;
    const relation = relationOf(entry.title, own.text);
    const archived = document.kind === 'archive';
    if (relation === 'same' || (archived && relation === 'reworded')) return none;
    return [
      {
        span: entry.title.span,
        item: id,
        anchor: 'title',
        ...(archived || relation === 'reworded' ? { severity: 'info' as const } : {}),
        message: `The entry calls ${id} "${excerpt(entry.title.value, longestTitle)}", its spec "${excerpt(own.text.value, longestTitle)}": anyone looking for one title may miss the other. Use the same title in both, or correct the id.`,
        otherFixes: [
          {
            title: 'Use the title of the spec for the entry',
            safe: false,
            edits: [{ span: titleWithoutRemarks(entry.title), newText: own.text.value }],
          },
          {
            title: 'Use the title of the entry for the spec',
            safe: false,
            edits: [],
            others: [
              {
                kind: 'edit',
                path: spec.path,
                edits: [
                  {
                    span: own.text.span,
                    newText: document.text.slice(entry.title.span.start, titleWithoutRemarks(entry.title).end),
                  },
                ],
              },
            ],
          },
        ],
        related: [{ document: spec, span: own.text.span, message: 'The title of the spec' }],
      },
    ];
  },
});
