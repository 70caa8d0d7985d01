import type { Located } from '../../markdown/span.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { excerpt } from '../../base/excerpt.js';

const statuses = ['Draft', 'In Progress', 'Done'] as const;

export const unknownStatus = defineRule({
  code: 'W006',
  name: 'unknown-status',
  summary: 'The Status of a spec is none of Draft, In Progress and Done',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'Tools compare the Status exactly: anything but `Done` counts as open, and anything but `In Progress` as not started.',
  fix: 'Write `Draft`, `In Progress` or `Done`. The quick fix corrects a value that only differs in case, spaces, hyphens or emphasis. Reported as information if the item is archived.',
  pactkit: 'The same, but a row `Status` of any other table replaces the value there.',
  suspects: ({ facts: { status } }) => status !== undefined && !statuses.some((known) => known === status.value),
  *check(document, context) {
    const value = document.facts.status;
    if (!value || value.value.trim() === '' || statuses.some((status) => status === value.value.trim())) return;
    const fix = nearStatus(value);
    const ease = eased(document, context, { archived: 'info' });
    if (!ease) return;
    yield {
      span: value.span,
      anchor: 'Status',
      message: `The Status is \`${excerpt(value.value).replaceAll('`', '')}\`, which tools do not know: they count the item as not done. Write \`Draft\`, \`In Progress\` or \`Done\`${context.archived ? '; archived items are usually Done' : ''}.`,
      ...ease,
      ...(fix ? { fix } : {}),
    };
  },
});

function nearStatus({ value, span }: Located): Fix | undefined {
  const folded = fold(value);
  const status = statuses.find((known) => fold(known) === folded);
  return status === undefined
    ? undefined
    : { title: `Write \`${status}\``, safe: true, edits: [{ span, newText: status }] };
}

function fold(text: string): string {
  return text.replace(/[\s_*`-]/gu, '').toLowerCase();
}
