import { defineOperation } from '../operation.js';
import { wholeText } from '../support/wholeText.js';

/** Keeps a page about the source code. */
export const report = defineOperation({
  name: 'report',
  group: 'documents',
  summary: 'Writes one HTML page about the source code: modules, files, classes, calls, complexity, findings, audit',
  details:
    'By default `docs/architecture/graphs/report.html`. The page has tabs, holds all it needs, runs no script and loads nothing, so it can be mailed and kept. The same code gives the same page, but for what git and the date say in the findings.',
  example: { output: 'report.html' },
  fields: {
    output: {
      type: 'text',
      description: 'where it is written, relative to the project',
      completes: 'path',
      check: projectPathProblem,
    },
  },
  reads: [],
  needs: 'documents',
  writes: true,
  anywhere: true,
  plan: async ({ readFile, ask }, { output: path = 'docs/architecture/graphs/report.html' }) => {
    const { message: page, data } = await ask('report-page', {});
    const changes = wholeText(path, await readFile(path), page);
    const said = changes.length === 0 ? `${path} is up to date` : `wrote ${path}`;
    return { changes, answer: { message: said, data: { path, tabs: data['tabs'] ?? [] } } };
  },
});

/** What is wrong with a path that is to be written below the project root, as the end of a sentence. */
function projectPathProblem(path: string): string | undefined {
  if (/^(?:[\\/~]|[A-Za-z]:)/u.test(path)) return 'is absolute: name it relative to the project';
  if (path.split(/[\\/]/u).includes('..')) return 'leads out of the project';
  return /[\\\p{Cc}]|\/$|^$/u.test(path) ? 'is no path of a file: write folders with /' : undefined;
}
