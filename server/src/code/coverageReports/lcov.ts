import { CoverageCollector, type FileCoverage } from './fileCoverage.js';

/** https://github.com/linux-test-project/lcov/blob/master/man/geninfo.1: `SF`, `DA` and `end_of_record`. */
export function readLcov(source: string): readonly FileCoverage[] {
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
