import { findItemIds } from '../../documents/itemId.js';
import { span } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { headingPlace, titlePlace } from '../support/place.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';

// What is written before the id where a title is nearly right: `Spec BUG-003: …`, `[STORY-001] …`.
const before = /^(?:spec|story|bug|hotfix|feature)?[\s:#-]*\[?$/iu;
const after = /^\]?\s*(?:[:.–—-]\s*)?/u;

export const missingTitle = defineRule({
  code: 'PW102',
  name: 'missing-title',
  summary: 'A spec has no title in the form `# ID: title`',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Boards, pull requests and lists of specs show the title. Without it, or if it does not start with the item id, they show nothing, or show it under the wrong item.',
  fix: 'Start the spec with a level-1 heading of the item id, a colon and a title. Reported as information if the Status is Done or the item is archived.',
  pactkit: 'PactKit does not check it; its pull requests take their title from it.',
  suspects: ({ model: { title } }) => !title?.id || title.text.value === '',
  check: specCheck('info', function* (document) {
    const { item, model, text } = document;
    const severity = unlessDone(model, 'warning');
    const form = `\`# ${item ?? 'STORY-001'}: title\``;
    if (!model.title) {
      yield {
        span: titlePlace(document),
        anchor: 'title',
        severity,
        message: `This spec has no title, so boards and pull requests have nothing to show for it. Add ${form} as its first line.`,
      };
      return;
    }
    const { heading, id } = model.title;
    if (id) {
      yield {
        span: headingPlace(heading),
        anchor: 'title',
        severity,
        message: `The title is only the id ${id.value}, so nobody can tell what the item is about. Write ${form}.`,
      };
      return;
    }
    const words = text.slice(heading.textSpan.start, heading.textSpan.end);
    const given = item === undefined ? undefined : givesWay(words, item);
    const rest = given === undefined ? '' : words.slice(given);
    // Only what can be shown as it is to be written.
    const wanted =
      given !== undefined && excerpt(rest) === rest && !rest.includes('`') ? `\`# ${item}: ${rest}\`` : form;
    yield {
      span: headingPlace(heading),
      anchor: 'title',
      severity,
      message: `The title does not start with the item id, so tools do not find it. Write ${wanted}.`,
      ...(given === undefined
        ? {}
        : {
            fix: {
              title: given === 0 ? `Put ${item} before the title` : `Start the title with ${item}`,
              safe: true,
              edits: [{ span: span(heading.textSpan.start, heading.textSpan.start + given), newText: `${item}: ` }],
            },
          }),
    };
  }),
});

/** How many characters at the start of a title the item's id takes the place of; undefined if that is not certain. */
function givesWay(words: string, item: string): number | undefined {
  if (words === '') return undefined;
  const [found, ...more] = findItemIds(words);
  if (!found) return 0;
  if (more.length > 0 || found.value !== item || !before.test(words.slice(0, found.span.start))) return undefined;
  const end = found.span.end + (after.exec(words.slice(found.span.end))?.[0].length ?? 0);
  return end < words.length ? end : undefined;
}
