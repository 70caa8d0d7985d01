import { insertAt } from '../../markdown/textEdit.js';
import type { AnyDocument } from '../../documents/document.js';
import { trimmedSpan } from '../../documents/textLines.js';
import { canAppend } from '../../markdown/append.js';
import type { Block } from '../../markdown/blocks.js';
import { lineBreakOf } from '../../markdown/lines.js';
import type { Span } from '../../markdown/span.js';
import { findSection } from '../../rules/support/sections.js';
import type { Refactoring } from './refactoring.js';

/**
 * Makes a requirement of the text that is selected in one paragraph of a spec: it moves below a heading with the next number
 * at the end of the Requirements, and the number stays in its place.
 *
 * @returns undefined if nothing, or more than prose, is selected, and where there are no Requirements to put it in.
 */
export function extractRequirement(document: AnyDocument, selection: Span): Refactoring | undefined {
  if (document.kind !== 'spec') return undefined;
  const { text, blocks, model } = document;
  const taken = trimmedSpan(text, selection);
  const section = findSection(model, 'requirements');
  if (!section || taken.start === taken.end) return undefined;
  const paragraph = paragraphsIn(blocks).find(({ span }) => span.start <= taken.start && taken.end <= span.end);
  if (!paragraph) return undefined;
  const lines = text
    .slice(taken.start, taken.end)
    .split(/\r\n|\r|\n/u)
    .map((line) => line.trim());
  const [first = ''] = lines;
  const name = nameOf(lines.join(' '));
  if (name === '' || lines.slice(1).some((line) => beginsBlock.test(line)) || beginsBlock.test(first)) return undefined;
  const last = section.blocks.at(-1);
  if (last === blocks.at(-1) && !canAppend(document)) return undefined;
  const id = `R${Math.max(0, ...model.requirements.map(({ number }) => number)) + 1}`;
  const br = lineBreakOf(text);
  const at = section.span.end;
  const level = levelWord.exec(text.slice(taken.start, taken.end))?.[0] ?? 'MUST';
  const below = text.slice(at).trim() === '' || /^[ \t]*(?:\r\n|\n|\r)[ \t]*(?:\r|\n)/u.test(text.slice(at)) ? '' : br;
  const whole = taken.start === paragraph.span.start && taken.end === paragraph.span.end;
  return {
    title: `Extract requirement ${id}`,
    kind: 'extract',
    changes: [
      {
        kind: 'edit',
        path: document.path,
        edits: [
          { span: taken, newText: whole ? `See ${id}.` : id },
          insertAt(at, `${br}${br}### ${id}: ${name} (${level})${br}${br}${lines.join(br)}${below}`),
        ],
      },
    ],
  };
}

const levelWord = /\b(?:MUST|SHOULD|MAY)\b/u;
/** What would be something else than text at the start of a line. */
const beginsBlock = /^(?:[-*+>|#=~]|`{3}|\d{1,9}[.)](?:\s|$)|<)/u;
const longestName = 60;

/** The first words, up to where a clause ends, without marks. */
function nameOf(prose: string): string {
  const plain = prose
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/[`*_[\]()|<>]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const clause = /^.*?(?=[.:;!?,](?:\s|$)|$)/u.exec(plain)?.[0] ?? plain;
  if (clause.length <= longestName) return clause;
  const cut = clause.slice(0, longestName + 1);
  const end = cut.lastIndexOf(' ');
  return end > 0 ? cut.slice(0, end) : cut.slice(0, longestName);
}

function paragraphsIn(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.kind === 'paragraph') return [block];
    return block.kind === 'list' ? block.items.flatMap(({ children }) => paragraphsIn(children)) : [];
  });
}
