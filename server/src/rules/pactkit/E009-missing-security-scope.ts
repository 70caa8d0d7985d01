import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { missingLevelledSection } from '../support/missingSection.js';
import { headingPlace } from '../support/place.js';
import { findSection } from '../support/sections.js';

const easing = { archived: 'silent', hotfix: 'info' } as const;

export const missingSecurityScope = defineRule({
  code: 'E009',
  name: 'missing-security-scope',
  summary: 'A spec has no Security Scope section, or one without a SEC entry',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'The Security Scope says which checks apply to the change and why the others do not. This is cheap to consider before the work and expensive after it.',
  fix: 'Add `## Security Scope` with a table Check, Applicable, Reason and a row for each check, `SEC-1` to `SEC-8`; the quick fix adds a template in the right place. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit:
    'The same. Any `| SEC-` in the section counts there, even in prose; `### SEC-1` headings count since 2.15.1. For a heading at another level PactKit also reports W009; here only W009 does, except under `compat`.',
  suspects: ({ model }) => model.securityChecks.length === 0 || findSection(model, 'securityScope') === undefined,
  *check(document, context) {
    yield* missingLevelledSection(
      document,
      context,
      'securityScope',
      'Nothing says which security checks apply to the change. Add the section with a table Check, Applicable, Reason and a row for each check, `SEC-1` to `SEC-8`.',
      easing,
    );
    const section = findSection(document.model, 'securityScope');
    if (!section || document.model.securityChecks.length > 0) return;
    const ease = eased(document, context, easing);
    if (!ease) return;
    yield {
      span: headingPlace(section.heading),
      anchor: 'SEC entries',
      message:
        'The Security Scope lists no checks, so nobody can tell which were considered. Add a table Check, Applicable, Reason with a row for each check, `SEC-1` to `SEC-8`.',
      ...ease,
    };
  },
});
