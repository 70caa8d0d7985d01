import type { AnyDocument, ParsedDocument } from '../documents/document.js';
import type { Criterion, Requirement } from '../documents/spec/spec.js';
import type { Step } from '../documents/steps.js';
import type { Block } from '../markdown/blocks.js';
import { escapeMarkdown } from './markdownText.js';

/** So much of a text is shown: the place itself is one click away. */
const mostLines = 8;
const longestLine = 300;

/** A requirement's text as Markdown, its first lines, escaped. */
export function describeRequirement(document: ParsedDocument<'spec'>, requirement: Requirement): string {
  const { id, name, level, blocks } = requirement;
  const head = `**${id}** ${escapeMarkdown(name.value)}${level ? ` \\(${level.value}\\)` : ''}`;
  return [head, ...firstLines(blocks.flatMap((block) => linesOf(document, block)))].join('\n\n');
}

/** A criterion's steps as Markdown, escaped. */
export function describeCriterion({ id, name, steps }: Criterion): string {
  return [`**${escapeMarkdown(id)}** ${escapeMarkdown(name.value)}`, describeSteps(steps)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** One step a line. */
export function describeSteps(steps: readonly Step[]): string {
  return firstLines(steps.map(({ keyword, text }) => `- **${escapeMarkdown(keyword)}** ${shown(text.value)}`)).join(
    '\n',
  );
}

function firstLines(lines: readonly string[]): readonly string[] {
  return lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines;
}

function linesOf(document: Pick<AnyDocument, 'text'>, block: Block): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return [shown(document.text.slice(block.span.start, block.span.end))];
    case 'list':
      return [
        block.items.map(({ textSpan }) => `- ${shown(document.text.slice(textSpan.start, textSpan.end))}`).join('\n'),
      ];
    default:
      return [];
  }
}

function shown(text: string): string {
  return escapeMarkdown(text.length > longestLine ? `${text.slice(0, longestLine)}…` : text);
}
