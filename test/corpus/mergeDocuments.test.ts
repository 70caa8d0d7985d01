import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { mergeDocuments } from '../../server/src/documents/merge/mergeDocuments.js';
import { mergedKinds, mergePartsOf } from '../support/mergeParts.js';
import { describeWithShared, filesBelow } from '../support/shared.js';

const marks = { size: 7, ours: 'ours', theirs: 'theirs' };

describeWithShared(
  'the documents of a real project are merged by what stands in them',
  ['corpus', 'pactkit'],
  (root) => {
    const documents = filesBelow(root, '.md').flatMap((file) => {
      const relative = path.relative(root, file).split(path.sep).join('/');
      const kind = mergedKinds.find((merged) => merged === documentKindOf(relative));
      return kind ? [{ relative, kind, file }] : [];
    });

    it('all of them', () => {
      expect(new Set(documents.map(({ kind }) => kind))).toEqual(new Set(mergedKinds));
    });

    it.each(documents)('$relative', ({ kind, file }) => {
      const base = readFileSync(file, 'utf8');
      const lines = base.split('\n');
      const ids = lines.map((line) => /^#{3,4} \[?((?:STORY|BUG|HOTFIX)-[\w-]+)/u.exec(line)?.[1]);
      const isTwice = (at: number): boolean => {
        const id = ids.slice(0, at).findLast((one) => one !== undefined);
        return id !== undefined && ids.indexOf(id) !== ids.lastIndexOf(id);
      };
      // An entry that stands twice must not be touched, or nobody knows which one it is.
      const places = lines.flatMap((line, at) => (/^(?:- \[|\| \d)/u.test(line) && !isTwice(at) ? [at] : []));
      // One side changes every other of the tasks or rows, the other side the rest; those at the ends stand next to new ones.
      const edited = (remainder: number): string =>
        lines
          .map((line, at) => {
            if (!places.includes(at) || places.indexOf(at) % 2 !== remainder) return line;
            return line.startsWith('|')
              ? line.replace(/ \|$/u, ` ${remainder} |`)
              : line.replace(/^- \[.\] /u, '- [-] ');
          })
          .join('\n');
      const added = (number: number): string => {
        if (kind === 'lessons') return `| 2026-09-0${number} | More | x.ts |\n`;
        return kind === 'context' ? '' : `\n### [STORY-900${number}] More\n\n- [ ] a\n`;
      };
      const end = base.endsWith('\n') ? '' : '\n';
      const texts = { base, ours: edited(0) + end + added(1), theirs: edited(1) + end + added(2) };
      const merged = mergeDocuments(mergePartsOf(kind), texts, marks);
      expect(merged?.conflicts).toBe(0);
      const whole = edited(0).split('\n');
      const others = edited(1).split('\n');
      const both = whole.map((line, at) => (line === lines[at] ? others[at] : line)).join('\n');
      expect(merged?.text).toBe(both + end + added(1) + added(2));
    });
  },
);
