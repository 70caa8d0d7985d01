import { parseItemId } from '../../documents/itemId.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

const nearly = /^(story|bug|hotfix)[-_ .]*((?:[a-z0-9]+[-_ ])*?)(\d+)(?![a-z0-9])/iu;

/** The id a file name was meant to be; undefined if it is none or already one. */
function meantId(stem: string): string | undefined {
  if (parseItemId(stem)) return undefined;
  const match = nearly.exec(stem);
  if (!match) return undefined;
  const [, type = '', prefix = '', number = ''] = match;
  const id = `${type.toUpperCase()}-${prefix.replace(/[_ ]/gu, '-')}${number}`;
  return parseItemId(id) ? id : undefined;
}

export const specFileName = defineRule({
  code: 'PW125',
  name: 'spec-file-name',
  summary: 'A file in the specs folder has a misspelled item id, so the spec is not found',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A spec is found by its file name, which is exactly the item id. With any other name the item has no spec for its board entry, its test cases and PactKit.',
  fix: 'Rename the file to the id. The title belongs in the first line of the file.',
  pactkit: 'PactKit silently ignores such files.',
  suspects: ({ item }) => item === undefined,
  *check(document, context) {
    const file = document.path.slice(document.path.lastIndexOf('/') + 1);
    const id = meantId(file.replace(/\.md$/iu, ''));
    if (id === undefined) return;
    const newPath = document.path.slice(0, -file.length) + `${id}.md`;
    yield {
      span: titlePlace(document),
      anchor: 'file name',
      message: `The file name ${file} is not exactly an item id, so ${id} seems to have no spec. Rename the file to ${id}.md.`,
      ...(context.ask(({ project }) => project.spec(id) !== undefined)
        ? {}
        : { fix: renaming(document.path, newPath) }),
    };
  },
});

function renaming(path: string, newPath: string): Fix {
  const name = newPath.slice(newPath.lastIndexOf('/') + 1);
  return { title: `Rename the file to ${name}`, safe: false, edits: [], others: [{ kind: 'rename', path, newPath }] };
}
