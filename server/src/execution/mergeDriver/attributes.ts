import { DocumentKinds } from '../../documents/documentKinds.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { registeredKinds } from '../../documents/registry.js';
import { driverName } from './driverCommand.js';

const first = '# Pactwright: written by `pactwright merge-driver --install`, removed by --uninstall\n';
const last = '# Pactwright: end\n';

/**
 * The patterns of the documents that are merged (gitattributes(5)).
 *
 * @param prefix the way from the top of the repository to the project, with `/` behind each part.
 */
export function mergedPatterns(prefix: string, places: DocumentPaths): readonly string[] {
  const inRepository = (file: string): string => `/${prefix}${file}`.replace(/[\\*?[]/gu, '\\$&');
  const merged = new DocumentKinds(registeredKinds.all.filter(({ merge }) => merge));
  return [
    ...merged.files(places).map(inRepository),
    ...merged.folders(places).map(({ folder }) => `${inRepository(folder)}/*.md`),
  ];
}

/** The text of a file of attributes with our lines for these patterns, above all others: what a person wrote wins. */
export function withPatterns(text: string, patterns: readonly string[]): string {
  const lines = patterns.map((pattern) => `${quoted(pattern)} merge=${driverName}\n`);
  const others = withoutPatterns(text);
  const [, mark = '', rest = ''] = /^(\uFEFF?)([^]*)$/u.exec(others) ?? [];
  return `${mark}${first}${lines.join('')}${last}${rest}`;
}

/** The text as it was before. */
export function withoutPatterns(text: string): string {
  const start = text.indexOf(first);
  const end = text.indexOf(last, start);
  return start < 0 || end < 0 ? text : text.slice(0, start) + text.slice(end + last.length);
}

/** A pattern with spaces, quotes or control characters, such as line breaks, is in quotes, with the escapes of C. */
function quoted(pattern: string): string {
  if (!/[\s"\p{Cc}]/u.test(pattern)) return pattern;
  const escaped = pattern
    .replace(/["\\]/gu, '\\$&')
    .replace(/(?![\x80-\x9F])\p{Cc}/gu, (control) => `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return `"${escaped}"`;
}
