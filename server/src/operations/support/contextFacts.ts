import type { BoardSectionKind, Entry } from '../../documents/board/board.js';
import type { ContextFacts } from '../../documents/context/contextText.js';
import { progressOf, sectionOfProgress } from '../../rules/drift/boardState.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';
import { entriesOf } from './findEntry.js';
import { localTime } from './localDate.js';

const mostRecent = 3;
const mostDecisions = 5;

/**
 * What a session context says of a project (operations reference, C7).
 *
 * @param now milliseconds since 1970.
 */
export function contextFacts(project: Project, now: number): Omit<ContextFacts, 'continuation'> {
  const [board] = project.ofKind('board');
  const [problem] = board?.problems ?? [];
  if (board && problem) throw new Refused('unreadable', `${board.path} cannot be read. ${problem.message}`);
  const entries = board ? entriesOf(board.model).filter(({ entry }) => entry.id !== undefined) : [];
  const of = (kind: BoardSectionKind): readonly Entry[] => {
    const inSection = entries.flatMap(({ entry, section }) => (section?.kind === kind ? [entry] : []));
    // An item that is on the board twice is one.
    return inSection.filter(({ id }, at) => inSection.findIndex((other) => other.id?.value === id?.value) === at);
  };
  const shown = (kind: BoardSectionKind): readonly string[] => of(kind).map((entry) => describe(project, entry, kind));
  return {
    at: localTime(now),
    counts: board && { backlog: of('backlog').length, inProgress: of('inProgress').length, done: of('done').length },
    current: shown('inProgress'),
    recent: shown('done').slice(-mostRecent),
    branches: branchesOf(project),
    decisions: project
      .ofKind('lessons')
      .flatMap(({ model }) => model.rows.map(({ lesson }) => lesson.value))
      .filter((lesson) => lesson !== '')
      .slice(-mostDecisions),
  };
}

function describe(project: Project, { id, title }: Entry, kind: BoardSectionKind): string {
  const item = id?.value ?? '';
  const spec = project.spec(item);
  const section = sectionOfProgress(progressOf(spec ? { spec } : {}));
  const status = spec?.facts.status?.value;
  const note = section === undefined || section === kind ? '' : ` (its spec is ${status ?? ''})`;
  return `${item}: ${title.value}${note}`;
}

/** The local branches; what keeps git from telling them, so that nothing missing looks like nothing there. */
function branchesOf({ git }: Project): readonly string[] {
  if (!git) return ['unknown: git was not run'];
  if (!git.history) {
    const notice = git.notices.find(({ kind }) => kind !== 'noCommits');
    return notice ? [`unknown: ${notice.message}`] : [];
  }
  const { branches, head, worktrees } = git.history;
  return branches
    .filter(({ remote }) => remote === undefined)
    .map(({ name }) => {
      if (name === head.branch) return `${name} (current)`;
      return worktrees.some(({ branch }) => branch === name) ? `${name} (in another worktree)` : name;
    });
}
