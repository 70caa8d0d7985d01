import type { Located } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { isArchived, eased } from '../support/circumstances.js';

export const danglingDependency = defineRule({
  code: 'E010',
  name: 'dangling-dependency',
  summary: 'A spec depends on an item that has no spec',
  severity: 'error',
  needs: 'workspace',
  since: '0.1.0',
  peer: { since: '2.20.0', severity: 'error' },
  documents: ['spec'],
  why: 'The order of work follows the `Depends on` cells. An item that does not exist is left out of it, so the work may start before what it stands on is there; most often the id is misspelt.',
  ok: '## Dependency Surface\n\n| Field | Value |\n|-------|-------|\n| Depends on | None |\n| Provides | cart store |\n| Touches | `src/cart.ts` |\n| Conflict risk | LOW |\n',
  notOk:
    '## Dependency Surface\n\n| Field | Value |\n|-------|-------|\n| Depends on | STORY-999 |\n| Provides | cart store |\n| Touches | `src/cart.ts` |\n| Conflict risk | LOW |\n',
  fix: 'Correct the id, write the missing spec, or write `None`. It is information where this item or the one it depends on is in the archive: what is finished holds nothing up.',
  pactkit:
    'The same since 2.19. Ids whose prefix has digits (`STORY-bob-01-003`) are cut there, so that another file is looked for, and nothing is looked for while a row of the table is missing.',
  *check(document, context) {
    const { dependencySurface } = document.model;
    if (!dependencySurface || dependencySurface.dependsOn.length === 0) return;
    const dangling = distinct(dependencySurface.dependsOn).filter(({ value }) => !context.project.spec(value));
    if (dangling.length === 0) return;
    const ease = eased(document, context, { archived: 'info' });
    if (!ease) return;
    for (const { value, span } of dangling) {
      const archived = isArchived(value, context.project);
      const why = archived || context.archived ? '' : ', so the order of work leaves it out';
      yield {
        span,
        anchor: value,
        message: `The spec depends on ${value}, but there is no spec of that item${why}. Correct the id, write that spec, or write \`None\` where it depends on nothing.`,
        ...(archived ? { severity: 'info' as const } : ease),
      };
    }
  },
});

function distinct(ids: readonly Located[]): readonly Located[] {
  return [...new Map([...ids].reverse().map((id) => [id.value, id])).values()].reverse();
}
