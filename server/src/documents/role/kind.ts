import { scanBlocks } from '../../markdown/scanBlocks.js';
import { defineDocumentKind } from '../defineDocumentKind.js';
import { parseRole } from './parseRole.js';

/** Where a project's own roles are. */
export const rolesFolder = '.pactwright/roles';

/** What a role is called, by the path of its file. */
export function roleNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/u, '');
}

export const role = defineDocumentKind({
  name: 'role',
  place: { type: 'fixedFolder', folder: rolesFolder, holds: (name) => name.endsWith('.md') },
  parse: async ({ path, text }) => {
    const blocks = scanBlocks(text);
    return { model: await parseRole(roleNameOf(path), text, blocks), problems: [], blocks };
  },
  subject: ({ path }) => path,
});
