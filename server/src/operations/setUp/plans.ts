import type { FileChange } from '../../workspace/fileChange.js';
import type { Answer, OperationWorkspace } from '../operation.js';
import type { ClonePart, StepDraft } from '../step.js';
import { deploymentStatus } from './deploymentStatus.js';
import { manifestPath } from '../../documents/projectMarks.js';
import { isChosen } from './manifest.js';
import { reconcile } from './reconcile.js';
import { answerOf, deployedIn, mustBeDeployed, namesIn, planChoice } from './setUp.js';
import type { Scope } from './scope.js';
import type { SetUpDesk } from './setUpDesk.js';
import { startDocuments } from './startDocuments.js';

/** What the operations of this folder plan: apart, as what they need is read for nothing else. */
export interface Planned {
  readonly changes?: readonly FileChange[];
  readonly steps?: readonly StepDraft[];
  readonly answer: Answer;
}

interface Scoped {
  readonly scope: Scope | undefined;
}

interface Forced extends Scoped {
  readonly force: boolean;
}

interface Asked extends Forced {
  readonly agents: string | undefined;
  readonly only: string | undefined;
  readonly exclude: string | undefined;
}

export async function planInit(
  workspace: OperationWorkspace,
  { agents, only, exclude, force, scope = 'project' }: Asked,
): Promise<Planned> {
  const desk = await workspace.setUp();
  const before = await deployedIn(workspace, scope);
  const choice = {
    scope,
    agents: [...new Set([...(before?.agents ?? []), ...namesIn(agents, desk.agents, 'agent')])],
    only: only === undefined ? (before?.only ?? []) : namesIn(only, desk.names, 'part'),
    exclude: exclude === undefined ? (before?.exclude ?? []) : namesIn(exclude, desk.names, 'part'),
  };
  const documents = scope === 'user' ? [] : await startDocuments(workspace);
  const deployed = await planChoice(workspace, desk, choice, before, force);
  const steps = await cloneSteps(desk, scope, (part, state) => {
    const isWanted = part === 'merge-driver' || isChosen(choice, part);
    return isWanted && (state === 'absent' || state === 'outdated') ? 'install' : undefined;
  });
  const plan = { changes: [...documents, ...deployed.changes], steps, states: deployed.states };
  const answer = answerOf('set up', plan, desk.approvals(choice, workspace.configuration.ci));
  const isNew = documents.length > 0 && workspace.project.ofKind('spec').length === 0;
  const next = isNew
    ? '\nNext: commit these files, then create an item with `pactwright new-item story "TITLE"`, or with New Item… in the editor'
    : '';
  const known = { agents: desk.agents, parts: desk.names.filter((name) => !name.includes('/')) };
  return { ...plan, answer: { message: `${answer.message}${next}`, data: { ...answer.data, choice, known } } };
}

const cloneParts = { 'merge-driver': 'merge driver', 'git-hooks': 'git hooks' } as const;

type CloneStates = Awaited<ReturnType<SetUpDesk['cloneStates']>>;

async function cloneSteps(
  desk: SetUpDesk,
  scope: Scope,
  actOf: (part: ClonePart, state: CloneStates[ClonePart]) => 'install' | 'remove' | undefined,
): Promise<readonly StepDraft[]> {
  if (scope === 'user') return [];
  const states = await desk.cloneStates();
  return (['merge-driver', 'git-hooks'] as const).flatMap((part): readonly StepDraft[] => {
    const act = actOf(part, states[part]);
    const summary = `${act ?? ''} the ${cloneParts[part]}`;
    return act === undefined ? [] : [{ kind: 'clone', what: part, install: act === 'install', summary }];
  });
}

export async function planUpdate(
  workspace: OperationWorkspace,
  { force, scope = 'project' }: Forced,
): Promise<Planned> {
  const desk = await workspace.setUp();
  const before = await mustBeDeployed(workspace, scope);
  const { agents, only, exclude } = before;
  const deployed = await planChoice(workspace, desk, { scope, agents, only, exclude }, before, force);
  const plan = { changes: deployed.changes, steps: [], states: deployed.states };
  return { ...plan, answer: answerOf('updated', plan) };
}

export async function planRemove(
  workspace: OperationWorkspace,
  { force, scope = 'project' }: Forced,
): Promise<Planned> {
  const desk = await workspace.setUp();
  const before = await mustBeDeployed(workspace, scope);
  const { changes, files, shared, states } = await reconcile([], before, workspace.readFile, force);
  const isDone = Object.keys(files).length === 0 && Object.keys(shared).length === 0;
  const manifest: readonly FileChange[] = isDone ? [{ kind: 'delete', path: manifestPath }] : [];
  const steps = await cloneSteps(desk, scope, (_, state) =>
    state === 'absent' || state === 'none' ? undefined : 'remove',
  );
  const plan = { changes: [...changes, ...manifest], steps, states };
  return { ...plan, answer: answerOf('removed', plan) };
}

export async function planStatus(workspace: OperationWorkspace, { scope = 'project' }: Scoped): Promise<Planned> {
  const manifest = await mustBeDeployed(workspace, scope);
  const states = await deploymentStatus(manifest, await workspace.setUp(), workspace);
  const lines = [...states].map(([path, state]) => `${state.padEnd(9)} ${path}`);
  const agents = manifest.agents.length === 0 ? 'no agent' : manifest.agents.join(', ');
  return {
    answer: {
      message: [`deployed for ${agents}`, ...lines.toSorted()].join('\n'),
      data: { agents: manifest.agents, files: Object.fromEntries(states) },
    },
  };
}
