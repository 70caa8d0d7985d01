import type { Block } from '../../markdown/blocks.js';
import { nextLine } from '../../markdown/lines.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import { defineDocumentKind } from '../defineDocumentKind.js';
import { type Cut, lineStart } from '../merge/cut.js';
import { contextSections, contextTitle } from './context.js';
import { parseContext } from './parseContext.js';

export const context = defineDocumentKind({
  name: 'context',
  place: { type: 'file', setting: 'context', default: 'docs/product/context.md', about: 'The session context.' },
  sharedByItems: true,
  parse: ({ text }) => {
    const blocks = scanBlocks(text);
    const { context: model, problems } = parseContext(text, blocks);
    return { model, problems, blocks };
  },
  missingSections: ({ model }) => {
    const there = new Set(model.sections.map(({ text }) => text.trim()));
    return contextSections
      .filter((name) => !there.has(name))
      .map((name) => ({ lines: [`## ${name}`], detail: 'section of the context' }));
  },
  form: (placeOf) => ({
    path: placeOf('context'),
    title: `# ${contextTitle}`,
    updated: '> Last updated: {time with offset} by {command}',
    sections: contextSections.map((name) => `## ${name}`),
  }),
  merge: {
    cuts: contextCuts,
    generatedAt: (text, blocks) => Date.parse(parseContext(text, blocks).context.updated?.at.value ?? ''),
  },
});

function contextCuts(text: string, blocks: readonly Block[]): readonly Cut[] {
  const { updated, sections } = parseContext(text, blocks).context;
  const generated: ReadonlySet<string> = new Set(contextSections);
  const cuts: Cut[] = [];
  if (updated) {
    cuts.push({ at: lineStart(text, updated.span.start), kind: 'snapshot', name: 'updated', depth: 1 });
    cuts.push({ at: nextLine(text, updated.span.end), kind: 'prose', depth: 1 });
  }
  for (const { span, text: name } of sections) {
    const at = lineStart(text, span.start);
    if (generated.has(name)) cuts.push({ at, kind: 'snapshot', name, depth: 1 });
    else cuts.push({ at, kind: 'section', name, depth: 1 }, { at: nextLine(text, span.end), kind: 'prose', depth: 2 });
  }
  return cuts;
}
