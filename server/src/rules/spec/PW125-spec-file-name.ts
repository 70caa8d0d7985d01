import { parseItemId } from '../../documents/itemId.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

const nearly = /^(story|bug|hotfix)[-_ .]*((?:[a-z0-9]+[-_ ])*?)(\d+)(?![a-z0-9])/iu;

/** The id a file name was meant to be; undefined where it is none or already one. */
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
  summary: 'A file in the specs folder is named nearly like an item, and so is not found as its spec',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A spec is found by its file name, which is the item id and nothing else. Under another name the item has no spec: not for its board entry, not for its test cases, not for PactKit.',
  ok: '`docs/specs/STORY-012.md`\n',
  notOk: '`docs/specs/story_012-guest-carts.md`\n',
  fix: 'Rename the file to the id. The title belongs into the first line of the file.',
  pactkit: 'PactKit passes over such files without a word.',
  *check(document) {
    if (document.item !== undefined) return;
    const file = document.path.slice(document.path.lastIndexOf('/') + 1);
    const id = meantId(file.replace(/\.md$/iu, ''));
    if (id === undefined) return;
    yield {
      span: titlePlace(document),
      anchor: 'file name',
      message: `The file name ${file} is not quite an item id, so this spec is not found as that of ${id}. Rename the file to ${id}.md.`,
    };
  },
});
