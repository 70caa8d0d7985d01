import type { Spec } from './spec.js';
import { metadataRow } from './specStatus.js';

/**
 * What of a spec is agreed upon when it is frozen: all of its text but the values of Status and Release, which say how far the
 * item is. Line ends, spaces at their ends, the widths of table cells, ticks and doubled empty lines do not count, as tools and
 * the work itself change them.
 *
 * @param text what `spec` was read from.
 */
export function frozenText(text: string, { metadata }: Spec): string {
  const left = ['Status', 'Release']
    .flatMap((key) => metadataRow(metadata, key)?.value.span ?? [])
    .sort((a, b) => b.start - a.start);
  let rest = text;
  for (const { start, end } of left) rest = rest.slice(0, start) + rest.slice(end);
  return rest
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .map(frozenLine)
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

function frozenLine(line: string): string {
  const plain = line.trimEnd().replace(/^(\s*(?:[-*+]|\d{1,9}[.)])\s+)\[[xX]\]/u, '$1[ ]');
  if (!plain.includes('|')) return plain;
  return plain
    .split('|')
    .map((cell) => cell.trim().replace(/^(:?)-+(:?)$/u, '$1-$2'))
    .join('|');
}
