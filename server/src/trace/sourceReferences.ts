import type { SourceFile } from '../code/sourceFile.js';
import { findCitations } from '../documents/citations.js';
import type { Span } from '../markdown/span.js';
import type { TraceGraph } from './graph.js';
import { type IdTarget, isSameTarget, itemMentions, partMentions } from './idReferences.js';

/** An id in a source file. */
export interface SourceReference {
  readonly file: SourceFile;
  readonly span: Span;
}

/**
 * Where the source code names an item, or something of one: the exact id anywhere in a file with tests, and whatever else its
 * tests and notes were understood to name, such as `test_story_001`. In the order of files and text.
 */
export function sourceReferencesTo(trace: TraceGraph, target: IdTarget): readonly SourceReference[] {
  const sources = trace.project.code?.sources ?? [];
  const spans = new Map<SourceFile, Map<number, Span>>();
  const add = (file: SourceFile, span: Span): void => {
    const inFile = spans.get(file) ?? new Map<number, Span>();
    if (!inFile.has(span.start)) inFile.set(span.start, span);
    spans.set(file, inFile);
  };
  for (const file of sources) {
    if (!file.text.includes(target.item)) continue;
    const mentions = target.kind === 'item' ? itemMentions(file.text) : partMentions(file.text);
    for (const mention of mentions) if (isSameTarget(mention, target)) add(file, mention.span);
  }
  const item = trace.item(target.item);
  for (const { file, items } of item?.tests ?? [])
    for (const mention of items) {
      if (mention.item !== target.item) continue;
      if (target.kind === 'item') add(file, mention.span);
      else for (const { value, span } of mention.ids) if (value === target.id) add(file, span);
    }
  if (target.kind === 'requirement') {
    const notes = item?.coverage.requirements.filter(({ requirement }) => requirement.id === target.id) ?? [];
    for (const { file, deferral } of notes.flatMap(({ deferrals }) => deferrals))
      for (const { value, span } of findCitations(deferral.text.value, deferral.text.span.start, ['R']))
        if (value === target.id) add(file, span);
  }
  return sources.flatMap((file) =>
    [...(spans.get(file)?.values() ?? [])].sort((a, b) => a.start - b.start).map((span) => ({ file, span })),
  );
}
