import { scanBlocks } from '../../markdown/scanBlocks.js';
import { defineDocumentKind } from '../defineDocumentKind.js';
import { parseWorkPackage, workPackageIdOf } from './parseWorkPackage.js';

export const workPackage = defineDocumentKind({
  name: 'workPackage',
  place: {
    type: 'nestedFolder',
    folder: 'kitty-specs',
    below: 'tasks',
    holds: (name) => workPackageIdOf(name) !== undefined,
  },
  parse: async ({ path, text }) => {
    const blocks = scanBlocks(text);
    return { model: await parseWorkPackage(path, text, blocks), problems: [], blocks };
  },
  subject: ({ path }) => path,
});
