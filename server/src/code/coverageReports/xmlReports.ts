import { elementsOf, type XmlElement } from '../runners/xml.js';
import { CoverageCollector, type FileCoverage } from './fileCoverage.js';

/**
 * Cobertura's form, which coverage.py and many others write: https://github.com/cobertura/cobertura/blob/master/cobertura/src/site/htdocs/xml/coverage-04.dtd.
 * Files are named relative to one of the `source` folders; where there is just one, it is put before them.
 */
export function readCobertura(root: XmlElement): readonly FileCoverage[] {
  const found = new CoverageCollector();
  const sources = elementsOf(root, 'source').map(({ text }) => text.trim().replaceAll('\\', '/').replace(/\/+$/u, ''));
  const [source = ''] = sources.length === 1 ? sources : [];
  for (const element of elementsOf(root, 'class')) {
    const name = element.attributes.get('filename');
    if (name === undefined) continue;
    const path = source === '' || source === '.' || isAbsolute(name) ? name : `${source}/${name}`;
    found.file(path);
    // Those of methods are among them once more.
    for (const lines of element.children.filter((child) => child.name === 'lines'))
      for (const { name: kind, attributes } of lines.children)
        if (kind === 'line') found.add(path, Number(attributes.get('number')), Number(attributes.get('hits')));
  }
  return found.files();
}

function isAbsolute(name: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/u.test(name);
}

/** JaCoCo's form: https://www.jacoco.org/jacoco/trunk/coverage/report.dtd; a file is named by its package. */
export function readJacoco(root: XmlElement): readonly FileCoverage[] {
  const found = new CoverageCollector();
  for (const part of elementsOf(root, 'package'))
    for (const file of part.children) {
      if (file.name !== 'sourcefile') continue;
      const path = [part.attributes.get('name') ?? '', file.attributes.get('name') ?? ''].filter(Boolean).join('/');
      found.file(path);
      for (const { name, attributes } of file.children)
        if (name === 'line') found.add(path, Number(attributes.get('nr')), Number(attributes.get('ci')));
    }
  return found.files();
}
