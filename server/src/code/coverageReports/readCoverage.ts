import { elementsOf, parseXml } from '../runners/xml.js';
import type { FileCoverage } from './fileCoverage.js';
import { readGoCover } from './goCover.js';
import { readIstanbul } from './istanbul.js';
import { readLcov } from './lcov.js';
import { readCobertura, readJacoco } from './xmlReports.js';

/** Reads a coverage report in whatever form its text has; undefined for a text in none. Never throws. */
export function readCoverage(source: string): readonly FileCoverage[] | undefined {
  const start = source
    .slice(0, 2_000)
    .replace(/^\uFEFF/u, '')
    .trimStart();
  if (start.startsWith('{')) return whole(readIstanbul(source));
  if (/^mode: (?:set|count|atomic)\b/u.test(start)) return readGoCover(source);
  if (start.startsWith('<')) {
    const root = parseXml(source);
    if (elementsOf(root, 'sourcefile').length > 0) return readJacoco(root);
    return elementsOf(root, 'coverage').length > 0 ? readCobertura(root) : undefined;
  }
  return whole(readLcov(source));
}

/** A report of these forms without a file has nothing of its form. */
function whole(files: readonly FileCoverage[]): readonly FileCoverage[] | undefined {
  return files.length > 0 ? files : undefined;
}
