import { insertAt } from '../../markdown/textEdit.js';
import { contextTitle } from '../../documents/context/context.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { headingPlace, titlePlace } from '../support/place.js';

export const contextTitleRule = defineRule({
  code: 'PW401',
  name: 'context-title',
  summary: 'The session context is missing its title',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['context'],
  why: 'The title tells people that the file is generated and that their edits will be overwritten, and tells tools that this is the session context.',
  fix: 'Write the title `# Project Context (Auto-generated)`, or regenerate the file.',
  pactkit: '`lint-context` fails without this line.',
  *check(document) {
    const { title } = document.model;
    if (title?.level === 1 && title.text === contextTitle) return;
    const heading = `# ${contextTitle}`;
    if (title?.level === 1) {
      yield {
        span: headingPlace(title),
        anchor: 'title',
        message: `The title is "${excerpt(title.text)}", not "${contextTitle}", so tools do not recognize the file as the session context. Restore the title.`,
        fix: { title: 'Restore the title', safe: true, edits: [{ span: title.span, newText: heading }] },
      };
      return;
    }
    const start = document.text.startsWith('\uFEFF') ? 1 : 0;
    const frontMatter = document.blocks.find(({ kind }) => kind === 'frontMatter');
    const br = lineBreakOf(document.text);
    yield {
      span: titlePlace(document),
      anchor: 'title',
      message: `The title \`${heading}\` is missing, so nothing shows that this file is generated. Add it as the first line.`,
      ...(frontMatter
        ? {}
        : {
            fix: {
              title: 'Add the title',
              safe: true,
              edits: [insertAt(start, `${heading}${br}`)],
            },
          }),
    };
  },
});
