import { scanBlocks } from '../../markdown/scanBlocks.js';
import { entriesFacts } from '../board/board.js';
import { entryForm, entryOutline } from '../board/entryParts.js';
import { entriesCuts } from '../board/entryCuts.js';
import { defineDocumentKind, mostBytesOfBoards } from '../defineDocumentKind.js';
import { isMarkdown } from '../itemFile.js';
import { type Archive, parseArchive } from './parseArchive.js';

export const archive = defineDocumentKind({
  name: 'archive',
  mostBytes: mostBytesOfBoards,
  place: {
    type: 'folder',
    setting: 'archive',
    default: 'docs/product/archive',
    about: 'The folder of the archived board entries.',
    holds: isMarkdown,
  },
  sharedByItems: true,
  modelIsKept: true,
  facts: ({ entries }: Archive) => entriesFacts(entries.map((entry) => ({ entry }))),
  parse: ({ text }) => {
    const blocks = scanBlocks(text);
    const { archive: model, problems } = parseArchive(text, blocks);
    return { model, problems, blocks };
  },
  // An archived entry keeps the identity it had on the board.
  subject: () => 'board',
  outline: ({ model }) => model.entries.map(entryOutline),
  parts: ({ model }) => model.entries.map(({ span }) => span),
  links: ({ model }) => model.entries.flatMap(({ specPath }) => specPath ?? []),
  form: (placeOf) => ({ path: `${placeOf('archive')}/archive_{YYYYMM}.md`, ...entryForm(placeOf('specs')) }),
  merge: { cuts: (text, blocks) => entriesCuts(text, blocks, parseArchive(text, blocks).archive.entries, 1) },
});
