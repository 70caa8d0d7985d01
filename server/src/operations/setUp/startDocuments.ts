import { configurationPath } from '../../documents/projectMarks.js';
import { contextLines, contextText, noSession } from '../../documents/context/contextText.js';
import { newLessons } from '../../documents/lessons/lessonEdits.js';
import type { FileChange } from '../../workspace/fileChange.js';
import type { OperationWorkspace } from '../operation.js';
import { newBoard } from '../scaffold/newBoard.js';
import { contextFacts } from '../support/contextFacts.js';

const configuration = `# Pactwright settings. This file also marks the folder as a project. \`pactwright schema config\` lists all of them.
`;

const governance = `# Governance Rules

- The spec comes before the code, and the tests before the code that makes them pass.
- A test that failed before a change is not edited to make it pass.
- Gates decide when work is done. A person can override a gate, an agent cannot.
`;

/** The documents of a project that are not there yet. They belong to the project from then on. */
export async function startDocuments(workspace: OperationWorkspace): Promise<readonly FileChange[]> {
  const { project, configuration: settings, readFile } = workspace;
  const { paths } = settings;
  const missing = async (path: string, text: string): Promise<readonly FileChange[]> =>
    (await readFile(path)) === undefined ? [{ kind: 'create', path, text }] : [];
  const board = project.ofKind('board').length > 0 ? [] : (await newBoard.plan(workspace, {})).changes;
  const facts = { ...contextFacts(project, workspace.now), continuation: [noSession] };
  // The board that comes with it is empty.
  const context = contextLines(
    contextText({ ...facts, counts: facts.counts ?? { backlog: 0, inProgress: 0, done: 0 } }),
  );
  const hasContext = project.ofKind('context').length > 0;
  return [
    ...board,
    ...(project.ofKind('spec').length > 0 ? [] : await missing(`${paths.specs}/.gitkeep`, '')),
    ...(project.ofKind('testCase').length > 0 ? [] : await missing(`${paths.testCases}/.gitkeep`, '')),
    ...(await missing(paths.governanceRules, governance)),
    ...(await missing(paths.lessons, newLessons('Lessons', []))),
    ...(hasContext ? [] : await missing(paths.context, [...context, ''].join('\n'))),
    ...(await missing(configurationPath, configuration)),
  ];
}
