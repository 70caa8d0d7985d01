import type { ParsedDocument } from '../../documents/document.js';
import { type SectionName, sectionNames } from '../../documents/spec/spec.js';
import { textLines } from '../../documents/textLines.js';
import type { Span } from '../../markdown/span.js';
import { collect, none } from '../../base/same.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { type NearMiss, nearMissSection } from '../support/nearMissSection.js';
import { headingPlace } from '../support/place.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';

const glued = /##[^\s#]/;

export const nearMissSectionRule = defineRule({
  code: 'PW115',
  name: 'near-miss-section',
  summary: 'A section heading is misspelled, so the section is not found',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Sections are found by their exact names. A number, a colon or a typo in the heading hides the whole section, and everything below it counts as missing.',
  fix: 'Write the expected name, with a space after the hashes and without number, colon or remark. Case does not matter. The quick fix renames the heading. Reported as information if the Status is Done or the item is archived.',
  pactkit:
    'PactKit reports that the section is missing (E003, E005, E009, W001, W002, W004) but not why. Correcting the name also resolves those findings.',
  suspects: ({ model, text }) => model.sections.some(({ name }) => name === undefined) || glued.test(text),
  check: specCheck('info', function* (document) {
    const { model } = document;
    const present = new Set<SectionName>();
    for (const { name } of model.sections) if (name !== undefined) present.add(name);
    for (const { heading, name: found } of model.sections) {
      const near = found === undefined ? nearMissSection(heading) : undefined;
      if (!near) continue;
      const name = sectionNames[near.name];
      const taken = present.has(near.name);
      present.add(near.name);
      yield {
        span: headingPlace(heading),
        severity: unlessDone(model, 'warning'),
        message: taken
          ? `"${excerpt(heading.text)}" is close to ${name}, a section this spec already has, so this text is not read as part of it. Merge the two, or rename this one.`
          : `"${excerpt(heading.text)}" is not recognized as the section ${name}, which counts as missing. Write \`## ${name}\`.`,
        ...(taken
          ? {}
          : {
              fix: {
                title: `Rename to \`${name}\``,
                safe: !near.numbered,
                edits: [{ span: heading.textSpan, newText: name }],
              },
            }),
      };
    }
    for (const { span, name, numbered } of headingsWithoutBlank(document)) {
      if (present.has(name)) continue;
      present.add(name);
      yield {
        span,
        severity: unlessDone(model, 'warning'),
        message: `Without a space after the hashes this is not a heading, so the section ${sectionNames[name]} counts as missing. Write \`## ${sectionNames[name]}\`.`,
        fix: {
          title: `Write \`## ${sectionNames[name]}\``,
          safe: !numbered,
          edits: [{ span, newText: `## ${sectionNames[name]}` }],
        },
      };
    }
  }),
});

/** Lines such as `##Requirements`, which begin a paragraph. */
function headingsWithoutBlank({
  text,
  blocks,
}: ParsedDocument<'spec'>): readonly (NearMiss & { readonly span: Span })[] {
  return collect(blocks, (block) => {
    if (block.kind !== 'paragraph' || !text.startsWith('##', block.span.start)) return none;
    const [span] = textLines(text, block.span);
    const words = span && /^##([^\s#].*)$/u.exec(text.slice(span.start, span.end))?.[1];
    const near = words === undefined ? undefined : nearMissSection({ level: 2, text: words });
    return span && near ? [{ ...near, span }] : [];
  });
}
