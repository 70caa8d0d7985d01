import { todo } from '../../documents/toFillIn.js';
import { insertAt } from '../../markdown/textEdit.js';
import type { DependencySurface } from '../../documents/spec/spec.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';
import { metadataRow } from '../../documents/spec/specStatus.js';
import { eased } from '../support/circumstances.js';
import { missingSection } from '../support/missingSection.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { headingPlace } from '../support/place.js';

const fields = ['Depends on', 'Provides', 'Touches', 'Conflict risk'] as const;

const easing = { archived: 'silent', hotfix: 'info', done: 'info' } as const;

export const missingDependencySurface = defineRule({
  code: 'W011',
  name: 'missing-dependency-surface',
  summary: 'A spec has no Dependency Surface, or a row of it is missing',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  peer: { since: '2.20.0', severity: 'warning' },
  documents: ['spec'],
  why: 'This table determines which items come first and which cannot be worked on at the same time. A spec without it is planned as if it depended on nothing and touched nothing.',
  fix: 'Add `## Dependency Surface` with a Field/Value table and the rows Depends on, Provides, Touches and Conflict risk; quick fixes add the section and rows as a template. Reported as information if no spec of the project has the section, or if the Status is Done. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit: 'The same since 2.19, in every spec.',
  suspects: ({ model: { dependencySurface } }) =>
    dependencySurface === undefined || fields.some((field) => metadataRow(dependencySurface, field) === undefined),
  *check(document, context) {
    const unused = !context.habits.dependencySurface;
    const surface = document.model.dependencySurface;
    if (!surface) {
      for (const report of missingSection(
        document,
        context,
        'dependencySurface',
        'Without it, the item is planned as if it depended on nothing and touched nothing. Add the section with a Field/Value table and the rows Depends on, Provides, Touches and Conflict risk.',
        easing,
      ))
        yield unused ? { ...report, severity: 'info' } : report;
      return;
    }
    const missing = fields.filter((field) => metadataRow(surface, field) === undefined);
    const ease = eased(document, context, easing);
    if (!ease) return;
    const fix = addRows(document.text, surface, missing);
    yield {
      span: headingPlace(surface.section.heading),
      anchor: 'rows',
      message: `The Dependency Surface is missing ${missing.map((field) => `\`${field}\``).join(', ')}, so it is left out of the order of work. Add a row for each.`,
      ...ease,
      ...(fix ? { fix } : {}),
    };
  },
});

/** Rows to fill in behind the last one, where there is one. */
function addRows(text: string, { rows }: DependencySurface, missing: readonly string[]): Fix | undefined {
  const end = rows.at(-1)?.span.end;
  if (end === undefined) return undefined;
  const br = lineBreakOf(text);
  return {
    title: missing.length === 1 ? 'Add the missing row' : `Add the ${missing.length} missing rows`,
    safe: false,
    edits: [insertAt(end, missing.map((field) => `${br}| ${field} | ${todo} |`).join(''))],
  };
}
