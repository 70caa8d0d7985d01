import { nearestName } from '../../base/nearestName.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';
import type { Answer, OperationWorkspace } from '../operation.js';
import type { StepDraft } from '../step.js';
import { manifestPath } from '../../documents/projectMarks.js';
import { type Choice, type Manifest, readManifest, writeManifest } from './manifest.js';
import { type FileState, reconcile, type Reconciled } from './reconcile.js';
import type { Scope } from './scope.js';
import type { SetUpDesk } from './setUpDesk.js';

/** What `init`, `update` and `remove` plan. */
export interface SetUpPlan {
  readonly changes: readonly FileChange[];
  readonly steps: readonly StepDraft[];
  readonly states: ReadonlyMap<string, FileState>;
}

/** What was deployed; undefined if nothing was. @throws Refused */
export async function deployedIn(
  { readFile }: Pick<OperationWorkspace, 'readFile'>,
  scope: Scope,
): Promise<Manifest | undefined> {
  const text = await readFile(manifestPath);
  const manifest = text === undefined ? undefined : readManifest(text);
  if (!manifest || manifest.scope === scope) return manifest;
  const other = manifest.scope === 'user' ? 'all projects of the user (--scope user)' : 'a project (without --scope)';
  throw new Refused(
    'exists',
    `this folder has what was deployed for ${other}: remove that first with \`pactwright remove\``,
  );
}

/** @throws Refused if nothing was deployed. */
export async function mustBeDeployed(workspace: Pick<OperationWorkspace, 'readFile'>, scope: Scope): Promise<Manifest> {
  const manifest = await deployedIn(workspace, scope);
  if (manifest) return manifest;
  const [where, option] = scope === 'user' ? ['for all your projects', ' --scope user'] : ['here', ''];
  throw new Refused(
    'not-found',
    `nothing is deployed ${where} (${manifestPath} does not exist): run \`pactwright init${option}\``,
  );
}

/** Deploys a choice, or removes what it no longer holds. @throws Refused */
export async function planChoice(
  { readFile, configuration }: Pick<OperationWorkspace, 'readFile' | 'configuration'>,
  desk: SetUpDesk,
  choice: Choice,
  before: Manifest | undefined,
  force: boolean,
): Promise<Reconciled & { readonly changes: readonly FileChange[] }> {
  const done = await reconcile(
    await desk.pieces(choice, configuration.ci),
    before ?? { files: {}, shared: {} },
    readFile,
    force,
  );
  const text = writeManifest({ ...choice, files: done.files, shared: done.shared });
  return { ...done, states: done.states, changes: [...done.changes, ...(await manifestChange(readFile, text))] };
}

async function manifestChange(readFile: OperationWorkspace['readFile'], text: string): Promise<readonly FileChange[]> {
  const before = await readFile(manifestPath);
  if (before === undefined) return [{ kind: 'create', path: manifestPath, text }];
  if (before.replaceAll('\r\n', '\n') === text) return [];
  return [{ kind: 'edit', path: manifestPath, edits: [{ span: { start: 0, end: before.length }, newText: text }] }];
}

/** The names in a list with commas. @throws Refused for one that does not exist. */
export function namesIn(given: string | undefined, known: readonly string[], what: string): readonly string[] {
  const names = [...new Set((given ?? '').split(',').map((name) => name.trim()))].filter((name) => name !== '');
  for (const name of names)
    if (!known.includes(name)) {
      const nearest = nearestName(name, known);
      const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      throw new Refused('invalid-input', `there is no ${what} "${name}"${meant}`, known);
    }
  return names;
}

const said: Readonly<Partial<Record<FileState, string>>> = {
  edited: 'unchanged, because it was edited by hand (--force replaces it)',
  theirs: 'unchanged, because the project has its own',
};

/** The answer to a person: what was done, what was kept and why, and what is left to approve. */
export function answerOf(
  done: string,
  { changes, steps, states }: SetUpPlan,
  approvals: readonly string[] = [],
): Answer {
  const kept = [...states].flatMap(([path, state]) => (said[state] === undefined ? [] : [`${path}: ${said[state]}`]));
  const count = changes.filter(({ path }) => path !== manifestPath).length;
  const first = count === 0 && steps.length === 0 ? 'nothing to change' : `${done}: ${count} files`;
  const lines = [first, ...kept, ...approvals.map((one) => `To do: ${one}`)];
  return {
    message: lines.join('\n'),
    data: {
      files: Object.fromEntries([...states].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      changed: changes.map(({ path }) => path),
      kept,
      approvals,
    },
  };
}
