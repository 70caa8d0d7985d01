import { elementsOf, parseXml } from '../runners/xml.js';
import { CoverageCollector, type FileCoverage } from './fileCoverage.js';
import { readCoveragePy, readIstanbul } from './jsonReports.js';
import { readCobertura, readJacoco } from './xmlReports.js';

/** So many lines are read out of blocks in all; more are in no project. */
const mostInAll = 10_000_000;

/** Reads a coverage report in whatever form its text has; undefined for a text in none. Never throws. */
export function readCoverage(source: string): readonly FileCoverage[] | undefined {
  const start = source
    .slice(0, 2_000)
    .replace(/^\uFEFF/u, '')
    .trimStart();
  if (start.startsWith('{')) return whole(readIstanbul(source)) ?? whole(readCoveragePy(source));
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

/** What `go test -coverprofile` writes: `name.go:line.column,line.column statements count`; https://pkg.go.dev/golang.org/x/tools/cover. */
function readGoCover(source: string): readonly FileCoverage[] {
  const found = new CoverageCollector();
  let left = mostInAll;
  for (const line of source.split(/\r?\n/u)) {
    const block = /^(.+):(\d{1,9})\.\d{1,9},(\d{1,9})\.\d{1,9} (\d{1,9}) (\d{1,15})$/u.exec(line);
    if (!block) continue;
    const [, path = '', first, last, statements, count] = block;
    found.file(path);
    if (Number(statements) === 0) continue;
    for (let at = Number(first); at <= Number(last) && left > 0; at++, left--) found.add(path, at, Number(count));
  }
  return found.files();
}

/** https://github.com/linux-test-project/lcov/blob/master/man/geninfo.1: `SF`, `DA` and `end_of_record`. */
function readLcov(source: string): readonly FileCoverage[] {
  const found = new CoverageCollector();
  let path: string | undefined;
  for (const line of source.split(/\r?\n/u)) {
    if (line.startsWith('SF:')) {
      path = line.slice(3).trim();
      found.file(path);
    } else if (line === 'end_of_record') path = undefined;
    else if (path !== undefined && line.startsWith('DA:')) {
      const [number, hits] = line.slice(3).split(',', 2);
      found.add(path, Number(number), Number(hits));
    }
  }
  return found.files();
}
