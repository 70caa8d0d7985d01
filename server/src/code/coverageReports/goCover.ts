import { CoverageCollector, type FileCoverage } from './fileCoverage.js';

/** So many lines are read out of blocks in all; more are in no project. */
const mostInAll = 10_000_000;

/** What `go test -coverprofile` writes: `name.go:line.column,line.column statements count`; https://pkg.go.dev/golang.org/x/tools/cover. */
export function readGoCover(source: string): readonly FileCoverage[] {
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
