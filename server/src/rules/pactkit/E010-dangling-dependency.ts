import type { ParsedDocument } from '../../documents/document.js';
import { todo } from '../../documents/toFillIn.js';
import { newSpec } from '../../documents/spec/specTemplate.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { Fix } from '../finding.js';
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
  why: 'The order of work follows the `Depends on` cells. An item that does not exist is left out, so work may start before its dependency is ready. Usually the id is misspelled.',
  fix: 'Correct the id, write the missing spec, or write `None`. Reported as information if this item or the one it depends on is archived, because finished items block nothing.',
  pactkit:
    'The same since 2.19. Ids whose prefix has digits (`STORY-bob-01-003`) are cut off there, so PactKit looks for a different file, and it checks nothing while a row of the table is missing.',
  suspects: ({ facts }) => facts.dependencySurface !== undefined && facts.dependencySurface.dependsOn.length > 0,
  *check(document, context) {
    const { dependencySurface } = document.facts;
    if (!dependencySurface) return;
    const dangling = distinct(dependencySurface.dependsOn).filter(
      ({ value }) => !context.ask(({ project }) => project.spec(value) !== undefined),
    );
    if (dangling.length === 0) return;
    const ease = eased(document, context, { archived: 'info' });
    if (!ease) return;
    const all = dependencySurface.dependsOn;
    for (const { value, span } of dangling) {
      const archived = context.ask(({ project }) => isArchived(value, project));
      const why = archived || context.archived ? '' : ', so the order of work leaves it out';
      yield {
        span,
        anchor: value,
        message: `The spec depends on ${value}, but that item has no spec${why}. Correct the id, write that spec, or write \`None\` if it depends on nothing.`,
        otherFixes: [
          removing(document, value, all),
          ...(archived ? [] : [writing(value, context.configuration.paths.specs)]),
        ],
        ...(archived ? { severity: 'info' as const } : ease),
      };
    }
  },
});

function distinct(ids: readonly Located[]): readonly Located[] {
  return [...new Map([...ids].reverse().map((id) => [id.value, id])).values()].reverse();
}

/** Out of the list, with the comma it takes along. */
function removing({ text }: ParsedDocument<'spec'>, id: string, all: readonly Located[]): Fix {
  const title = `Remove ${id}`;
  const places = all.filter(({ value }) => value === id);
  const edits = places.map(({ span }): TextEdit => {
    if (places.length === all.length) return { span, newText: span === places[0]?.span ? 'None' : '' };
    const note = /^[`\]]*(?:[ \t]*\([^()|]*\))?/u.exec(text.slice(span.end))?.[0] ?? '';
    const behind = /^[ \t]*,[ \t]*/u.exec(text.slice(span.end + note.length))?.[0] ?? '';
    const before = behind === '' ? (/,\s*[`[]*$/u.exec(text.slice(0, span.start))?.[0] ?? '') : '';
    return { span: { start: span.start - before.length, end: span.end + note.length + behind.length }, newText: '' };
  });
  return { title, safe: false, edits };
}

function writing(id: string, folder: string): Fix {
  const made = newSpec({ id, title: todo, status: 'Draft' }, folder);
  return { title: `Create the spec of ${id}`, safe: false, edits: [], others: [{ kind: 'create', ...made }] };
}
