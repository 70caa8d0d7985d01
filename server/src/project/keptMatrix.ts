import type { TextFile } from '../markdown/textFile.js';
import { KeptKeys, textHash } from '../rules/keptKeys.js';
import { aroundOf } from '../rules/keptReports.js';
import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import { chooseItems, type MatrixCell, type MatrixItem, matrixItem, type MatrixOptions } from '../trace/matrix.js';
import { defaultConfiguration } from '../workspace/configuration.js';
import type { DocumentStore } from '../workspace/documentStore.js';

/** The matrix of a project, without places; an item of which an earlier run kept the same is not made again. */
export function keptMatrix(
  trace: TraceGraph,
  options: MatrixOptions,
  store: DocumentStore | undefined,
): readonly MatrixItem[] {
  const { project } = trace;
  const isCodeRead = project.code !== undefined;
  // Git says nothing of what is in the matrix.
  const around = { ...aroundOf(project, trace.conventions), git: undefined };
  const contentOf = (file: TextFile): string => store?.hashOf(file.path) ?? textHash(file);
  const keys = new KeptKeys({ project, around, judgedBy: '', paths: defaultConfiguration.paths, contentOf });
  const make = (item: ItemTrace): MatrixItem => {
    const key = keys.item(item);
    const kept = store?.note(item.id);
    if (kept && kept.key === key) return JSON.parse(kept.text) as MatrixItem; // what this build has written
    const made = withoutPlaces(matrixItem(item, isCodeRead));
    if (key !== undefined) store?.keepNote(item.id, { key, text: JSON.stringify(made) });
    return made;
  };
  return chooseItems(trace, options, make);
}

function withoutPlaces(item: MatrixItem): MatrixItem {
  const cell = ({ label, text }: MatrixCell): MatrixCell => ({ label, text });
  const rows = item.rows.map(({ requirement, criterion, scenario, tests, ...row }) => ({
    ...row,
    ...(requirement ? { requirement: cell(requirement) } : {}),
    ...(criterion ? { criterion: cell(criterion) } : {}),
    ...(scenario ? { scenario: cell(scenario) } : {}),
    tests: tests.map(cell),
  }));
  return { ...item, rows };
}
