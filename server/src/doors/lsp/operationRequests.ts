import path from 'node:path';
import { type Connection, FileChangeType } from 'vscode-languageserver';
import { leadsOut } from '../../base/leadsOut.js';
import { Refused } from '../../operations/errorCodes.js';
import { allOperations } from '../../operations/registry.js';
import type { Operation, OperationWorkspace, Plan } from '../../operations/operation.js';
import {
  type AppliedEdit,
  applyEditRequest,
  type OperationOutcome,
  type OperationParams,
  operationRequest,
} from '../../protocol.js';
import { fileAt } from '../../workspace/fileAt.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { createInTurn } from '../../base/inTurn.js';
import type { Machine } from '../../workspace/machine.js';
import { UsageError } from '../../base/usageError.js';
import { recordFolder } from '../../project/openLog.js';
import { itemsElsewhere } from '../../execution/operations/itemsElsewhere.js';
import { readProjectFile } from '../../execution/operations/readProjectFile.js';
import { rememberTexts } from '../../execution/operations/rememberTexts.js';
import { withWriteLock } from '../../execution/operations/writeLock.js';
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

/** Files change under the eyes of the server for a moment; one that changes this often is being written all the time. */
const mostTries = 3;
/** A person waits for it, in milliseconds. */
const longestWait = 10_000;

/** Carries operations out in the editor: planned here on what the editor shows, applied there as one edit. */
export function registerOperationRequests(options: OperationRequestOptions): void {
  const { answer, session, machine } = options;
  const failed: OperationOutcome = {
    kind: 'refused',
    code: 'failed',
    message: 'something went wrong inside Pactwright; its log says what',
    candidates: [],
  };
  // The lock is one between processes: within this one, operations wait for one another here.
  const inTurn = createInTurn();
  const folders = new Map<string, Promise<string>>();
  const sharedFolder = (root: string): Promise<string> => {
    const known =
      folders.get(root) ??
      machine.git
        .repository(root)
        .then((answer) => {
          // A repository may still be made.
          if (answer.kind !== 'answer') folders.delete(root);
          return recordFolder(machine, root, answer.kind === 'answer' ? answer.value : undefined);
        })
        .catch((error: unknown) => {
          folders.delete(root);
          throw error instanceof UsageError ? new Refused('failed', error.message) : error;
        });
    folders.set(root, known);
    return known;
  };

  const carryOut = async (params: OperationParams): Promise<OperationOutcome> => {
    try {
      const operation = allOperations.find(({ name }) => name === params.name);
      if (!operation) throw new Refused('invalid-input', `there is no operation "${params.name}"`);
      if (!operation.writes) return await once(operation, params, options);
      if (!session.isTrusted())
        throw new Refused('untrusted', 'the workspace is in Restricted Mode, where nothing is written: trust it first');
      const root = toPath(params.root);
      if (root === undefined) throw new Refused('not-found', `${params.root} is no project`);
      const locked = await withWriteLock(machine, await sharedFolder(root), () => once(operation, params, options), {
        waitMilliseconds: longestWait,
      });
      if (locked.kind === 'failed') throw new Refused(locked.held ? 'locked' : 'failed', locked.message);
      return locked.value;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, message, candidates } = error;
      return { kind: 'refused', code, message, candidates };
    }
  };

  answer(operationRequest, failed, (params) => {
    // What only reads needs no lock, and a person need not wait behind one.
    if (allOperations.find(({ name }) => name === params.name)?.writes !== true) return carryOut(params);
    return inTurn(() => carryOut(params));
  });
}

/** @throws Refused */
async function once(
  operation: Operation,
  { root, input }: OperationParams,
  { connection, session, machine, log }: OperationRequestOptions,
): Promise<OperationOutcome> {
  for (let tries = 1; ; tries++) {
    const traced = await projectAt(session, root);
    const folder = toPath(root) ?? path.resolve();
    const { project, configuration, uriOf } = traced;
    const untold = new Set<string>();
    const { readFile, textOf } = rememberTexts(async (file) => {
      const text = await readProjectFile(folder, file, machine.files);
      if (text !== undefined && !fileAt(project, file)) untold.add(file);
      return text;
    });
    const planned = await planOrRefusal(
      operation,
      {
        project,
        configuration,
        now: machine.clock(),
        readFile,
        itemsElsewhere: () => itemsElsewhere(machine, folder, project, configuration, machine.files),
        worktrees: () => {
          throw new Refused('not-allowed', `${operation.name} asks git, which the command line does`);
        },
      },
      input,
    );
    if (planned instanceof Refused) {
      // Another process may have made it just now, so that a free id only seemed to be free.
      if (planned.code !== 'exists' || untold.size === 0 || tries === mostTries) throw planned;
      await session.filesChanged([...untold].map((file) => ({ uri: uriOf(file), type: FileChangeType.Created })));
      continue;
    }
    const { changes, gates, steps, answer } = planned;
    if (gates.length > 0 || steps.length > 0)
      throw new Refused('not-allowed', `${operation.name} starts programs, which the command line does`);
    const done: OperationOutcome = { kind: 'done', ...answer };
    if (changes.length === 0) return done;
    await refuseOutside(machine, folder, changes);
    const applied = await connection.sendRequest<AppliedEdit>(
      applyEditRequest,
      toOperationEdit(changes, { textOf: (file) => fileAt(project, file)?.text ?? textOf(file), uriOf }),
    );
    if (applied.kind === 'applied') {
      // What shows the document waits for it; the answer does not.
      void guard('judging what was done', log, [], () => session.traces())();
      return done;
    }
    if (applied.kind === 'failed') throw new Refused('failed', applied.message);
    if (tries === mostTries)
      throw new Refused(
        'changed',
        `${applied.uris.map((uri) => path.basename(uri)).join(', ')} changed meanwhile, or has changes that are not saved: save it and try again`,
      );
    await session.filesChanged(applied.uris.map((uri) => ({ uri, type: FileChangeType.Changed })));
  }
}

async function planOrRefusal(
  operation: Operation,
  workspace: OperationWorkspace,
  input: OperationParams['input'],
): Promise<Plan | Refused> {
  try {
    return await operation.plan(workspace, input);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** The editor would follow links that lead out of the project. @throws Refused */
async function refuseOutside(machine: Machine, root: string, changes: readonly FileChange[]): Promise<void> {
  const outside = await firstOutside(machine.disk, root, changes);
  if (outside !== undefined) throw new Refused('failed', leadsOut(outside, root));
}

async function projectAt(session: Pick<Session, 'traces'>, root: string): Promise<TracedProject> {
  const traced = (await session.traces()).find(({ rootUri }) => rootUri === root);
  if (!traced) throw new Refused('not-found', `${root} is no project of this workspace`);
  return traced;
}
