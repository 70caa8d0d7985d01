import path from 'node:path';
import { type Connection, FileChangeType } from 'vscode-languageserver';
import { createInTurn } from '../../base/inTurn.js';
import { leadsOut } from '../../base/leadsOut.js';
import { UsageError } from '../../base/usageError.js';
import { type Applied, execute, NeedsProcess, type Target } from '../../execution/executor/executor.js';
import { createRepositoryPlaces, type RepositoryPlace } from '../../execution/executor/repositoryPlaces.js';
import { commandOf } from '../../operations/commandOf.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Operation } from '../../operations/operation.js';
import { allOperations } from '../../operations/registry.js';
import type { EditStep } from '../../operations/step.js';
import {
  type AppliedEdit,
  applyEditRequest,
  type OperationOutcome,
  type OperationParams,
  operationRequest,
} from '../../protocol.js';
import type { Machine } from '../../workspace/machine.js';
import type { AnswerRequest } from './answerRequest.js';
import { firstOutside } from './firstOutside.js';
import { guard } from './guard.js';
import { toOperationEdit } from './operationEdit.js';
import type { Session } from './session.js';
import type { TracedProject } from './tracedProject.js';
import { toPath } from './uris.js';

export interface OperationRequestOptions {
  readonly connection: Pick<Connection, 'sendRequest'>;
  readonly answer: AnswerRequest;
  readonly session: Pick<Session, 'traces' | 'isTrusted' | 'filesChanged'>;
  readonly machine: Machine;
  readonly log: (message: string) => void;
}

/** A person waits for it, in milliseconds. */
const longestWait = 10_000;

/** Carries operations out in the editor: planned here on what the editor shows, applied there as one edit. */
export function registerOperationRequests(options: OperationRequestOptions): void {
  const { answer, session, machine } = options;
  const failed: OperationOutcome = {
    kind: 'refused',
    code: 'failed',
    message: 'an internal error occurred in Pactwright; see its log',
    candidates: [],
  };
  // The lock is one between processes: within this one, operations wait for one another here.
  const inTurn = createInTurn();
  const placeOf = createRepositoryPlaces(machine);
  const place = (root: string): Promise<RepositoryPlace> =>
    placeOf(root).catch((error: unknown) => {
      throw error instanceof UsageError ? new Refused('failed', error.message) : error;
    });

  const carryOut = async (operation: Operation, params: OperationParams): Promise<OperationOutcome> => {
    if (operation.writes && !session.isTrusted())
      throw new Refused('untrusted', 'the workspace is in Restricted Mode and cannot be changed: trust it first');
    const target = editorTarget(params.root, options);
    const { plan } = await execute({
      operation,
      input: params.input,
      target,
      machine,
      dryRun: false,
      hands: undefined,
      place: () => place(target.root),
      lock: { waitMilliseconds: longestWait },
    });
    return { kind: 'done', ...plan.answer };
  };
  const outcomeOf = async (params: OperationParams): Promise<OperationOutcome> => {
    const operation = allOperations.find(({ name }) => name === params.name);
    try {
      if (!operation) throw new Refused('invalid-input', `there is no operation "${params.name}"`);
      return await carryOut(operation, params);
    } catch (error) {
      if (error instanceof NeedsProcess && operation)
        return session.isTrusted()
          ? { kind: 'runElsewhere', args: commandOf(operation, params.input) }
          : {
              ...failed,
              code: 'untrusted',
              message: 'the workspace is in Restricted Mode and cannot run programs: trust it first',
            };
      if (!(error instanceof Refused)) throw error;
      const { code, message, candidates } = error;
      return { kind: 'refused', code, message, candidates };
    }
  };

  answer(operationRequest, failed, (params) => {
    // What only reads needs no lock, and a person need not wait behind one.
    if (allOperations.find(({ name }) => name === params.name)?.writes !== true) return outcomeOf(params);
    return inTurn(() => outcomeOf(params));
  });
}

/** A project as the editor shows it, where unsaved changes count. @throws Refused if the workspace has none there. */
function editorTarget(
  rootUri: string,
  { connection, session, machine, log }: OperationRequestOptions,
): Target<TracedProject> {
  const root = toPath(rootUri);
  if (root === undefined) throw new Refused('not-found', `${rootUri} is not a project`);
  return {
    root,
    open: async (operation) => {
      const traced = (await session.traces()).find((one) => one.rootUri === rootUri);
      if (traced) return traced;
      // Only a process of its own takes a folder for a project that is none.
      if (operation.begins) throw new NeedsProcess(`${rootUri} is not a project yet`);
      throw new Refused('not-found', `${rootUri} is not a project of this workspace`);
    },
    apply: async (edits, { uriOf }, textOf) => {
      await refuseOutside(machine, root, edits);
      const changes = edits.map(({ change }) => change);
      const applied = await connection.sendRequest<AppliedEdit>(
        applyEditRequest,
        toOperationEdit(changes, { textOf, uriOf }),
      );
      // What shows the document waits for it; the answer does not.
      if (applied.kind === 'applied') void guard('judging what was done', log, [], () => session.traces())();
      return toApplied(applied, edits, uriOf);
    },
    catchUp: (files, what, { uriOf }) => {
      const type = what === 'made' ? FileChangeType.Created : FileChangeType.Changed;
      return session.filesChanged(files.map((file) => ({ uri: uriOf(file), type })));
    },
  };
}

function toApplied(applied: AppliedEdit, edits: readonly EditStep[], uriOf: (path: string) => string): Applied {
  if (applied.kind === 'failed') return applied;
  if (applied.kind === 'applied') return { kind: 'written' };
  const files = edits.map(({ change }) => change.path).filter((file) => applied.uris.includes(uriOf(file)));
  return {
    kind: 'changed',
    files,
    message: `${files.map((file) => path.basename(file)).join(', ')} changed in the meantime, or has unsaved changes: save it and try again`,
  };
}

/** The editor would follow links that lead out of the project. @throws Refused */
async function refuseOutside(machine: Machine, root: string, edits: readonly EditStep[]): Promise<void> {
  const outside = await firstOutside(
    machine.disk,
    root,
    edits.map(({ change }) => change),
  );
  if (outside !== undefined) throw new Refused('failed', leadsOut(outside, root));
}
