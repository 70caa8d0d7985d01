import { findItemIds } from '../../documents/itemId.js';
import type { Located } from '../../markdown/span.js';
import { defineRule, type Report } from '../rule.js';

export const testCaseItemMismatch = defineRule({
  code: 'PW201',
  name: 'test-case-item-mismatch',
  summary: 'The file name, title and Spec line of a test case document name different items',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'Tools find the test cases of an item by file name, people by title. If the two differ, the scenarios count for one item but look like those of another. This usually comes from copying a file.',
  fix: 'Make the three agree. If two agree, the quick fix corrects the third. Correct a wrong file name by renaming the file.',
  pactkit: 'PactKit uses the file name and checks neither title nor Spec line.',
  suspects: ({ item, model: { title, specPath } }) =>
    item === undefined ||
    (title?.id !== undefined && title.id.value !== item) ||
    // Any other way to name it is looked at more closely.
    (specPath !== undefined && !specPath.value.endsWith(`/${item}.md`)),
  *check(document): Generator<Report> {
    const { item, model } = document;
    const title = model.title?.id;
    const spec = model.specPath && findItemIds(model.specPath.value, model.specPath.span.start).at(-1);
    if (item === undefined) {
      const named = title ?? spec;
      if (!named) return;
      yield {
        span: named.span,
        anchor: 'file name',
        message: `This file name has no item id, so its scenarios do not count for ${named.value}. Rename it to start with ${named.value}.`,
      };
      return;
    }
    const wrongTitle = title !== undefined && title.value !== item;
    const wrongSpec = spec !== undefined && spec.value !== item;
    if (wrongTitle && wrongSpec && title.value === spec.value) {
      yield {
        span: title.span,
        anchor: 'title',
        message: `The title and Spec line say ${title.value} but the file name says ${item}, so these scenarios count for ${item}. Rename the file, or correct the two lines.`,
        related: [{ document, span: spec.span, message: `The Spec line says ${spec.value}` }],
      };
      return;
    }
    if (wrongTitle) {
      yield {
        span: title.span,
        anchor: 'title',
        message: `The title says ${title.value} but the file name says ${item}, so these scenarios count for ${item}. Make the two agree.`,
        ...(spec ? { related: [{ document, span: spec.span, message: `The Spec line says ${spec.value}` }] } : {}),
        ...(spec && !wrongSpec ? { fix: correction('title', title, item) } : {}),
      };
    }
    if (wrongSpec) {
      yield {
        span: spec.span,
        anchor: 'spec',
        message: `The Spec line points to ${spec.value} but the file name says ${item}, so the link opens the wrong spec. Correct the path.`,
        ...(title ? { related: [{ document, span: title.span, message: `The title says ${title.value}` }] } : {}),
        ...(title && !wrongTitle ? { fix: correction('Spec line', spec, item) } : {}),
      };
    }
  },
});

function correction(where: string, id: Located, item: string): NonNullable<Report['fix']> {
  return { title: `Set the ${where} to ${item}`, safe: false, edits: [{ span: id.span, newText: item }] };
}
