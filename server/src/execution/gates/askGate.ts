import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { record as recordKept } from '../../gates/conditions/record.js';
import { evaluateGate } from '../../gates/evaluate.js';
import type { EvidenceLog } from '../../gates/evidence/evidenceLog.js';
import { frozenEntry, frozenSpecs, recordedItems } from '../../gates/evidence/frozen.js';
import type { GateName, Verdict } from '../../gates/gate.js';
import { NotRunYet } from '../../gates/lab.js';
import { resolveProfile } from '../../gates/profiles.js';
import { allConditions } from '../../gates/registry.js';
import { verdictReport } from '../../gates/report.js';
import { blockers } from '../../gates/verdict.js';
import type { EvidenceHead, GateEvent } from '../../protocol.js';
import type { GitAnswer, Processes } from '../../workspace/ports.js';
import type { Work } from '../../workspace/work/work.js';
import { UsageError } from '../../base/usageError.js';
import { once } from '../../base/memo.js';
import { openCodeFolder } from '../../project/codeFolder.js';
import { readCodeIndex } from '../../project/readCodeIndex.js';
import { openSyntax } from '../../syntax/openSyntax.js';
import { readApprovals } from './approvals.js';
import { createLab } from './lab.js';
import { createLabSources } from './labSources.js';
import { type OpenedItem, openItem } from '../../project/openItem.js';
import { makeStateFolder, openLog, recordFolder, recordOwner } from '../../project/openLog.js';
import type { GateContext } from '../../gates/condition.js';
import { beginningOf } from '../../gates/support/beginning.js';

export interface GateRequest {
  /** The project's, or one in it: absolute. */
  readonly folder: string;
  readonly gate: GateName;
  readonly item: string;
  /** The item as it is now, where it is open already: it is not read again. */
  readonly opened?: OpenedItem | undefined;
  /** Undefined: the one the configuration names. */
  readonly profile: string | undefined;
  /** Whether all is run again, whatever is known. */
  readonly fresh: boolean;
  /** Whether nothing is run and nothing recorded: what was not run on this state is unknown. */
  readonly recorded: boolean;
  /** Whether the commands of the configuration run without approval here. */
  readonly trustCommands: boolean;
  /** The files that were changed before the work on the item started, and not since: relative to the project root. */
  readonly untouched?: (opened: OpenedItem) => Promise<ReadonlySet<string>>;
  readonly machine: Machine;
  readonly signal: AbortSignal;
  readonly onEvent: (event: GateEvent) => void;
  /** Shows the person a warning: one line. */
  readonly warn: (text: string) => void;
}

export interface AskedGate {
  /** The project's root: absolute. */
  readonly root: string;
  readonly verdict: Verdict;
  /** What the item changed; undefined without git, and where that does not say. */
  readonly work: Work | undefined;
  /** The same as Markdown for people. */
  readonly report: string;
  /** How many processes were started to see something: tests, and commands of the project. */
  readonly starts: number;
  /** What approvals and the record are known by. Absolute. @see recordOwner */
  readonly repository: string;
  readonly head: EvidenceHead;
}

/**
 * Asks a gate of an item, records the verdict, and freezes the spec where `act-in` lets the item pass.
 *
 * @throws UsageError for what the caller or the configuration got wrong; the signal's reason once it is aborted.
 */
export async function askGate(request: GateRequest): Promise<AskedGate> {
  const { machine, signal, warn, onEvent } = request;
  let opened = request.opened ?? (await openItem(machine, request.folder, request.item, warn));
  const folder = await recordFolder(machine, opened.root, opened.repository);
  if (request.recorded) return judge(request, opened, folder);
  await makeStateFolder(machine);
  let waited = false;
  const locked = await machine.withLock(
    path.join(folder, 'pactwright', 'gate.lock'),
    async () => {
      // The gate before it may have been asked for good reason.
      if (waited) opened = await opened.refresh();
      return judge(request, opened, folder);
    },
    {
      waitMilliseconds: longestWait,
      onWait: (message) => {
        waited = true;
        const text = `waiting for another gate: ${message}`;
        warn(text);
        onEvent({ event: 'progress', text });
      },
      signal,
    },
  );
  if (locked.kind === 'failed') throw new UsageError(locked.message);
  return locked.value;
}

async function judge(request: GateRequest, opened: OpenedItem, folder: string): Promise<AskedGate> {
  const { gate, machine, signal, onEvent } = request;
  const { root, index, repository, item } = opened;
  const configuration = index.configuration().value;
  const found = resolveProfile(request.profile ?? configuration.gates.profile, configuration.gates, allConditions);
  if (found.kind === 'wrong') throw new UsageError(found.message);
  const log = await openLog(machine, folder, signal);
  if (!request.recorded) await log.repair();
  const approvals = await readApprovals(machine, { root, repository });
  const untouched = await request.untouched?.(opened);

  return machine.withScratchFolder(async (scratch) => {
    const sources = createLabSources({
      opened,
      workGit: machine.workGit(scratch),
      frozenBase: frozenSpecs(log).get(item.id)?.base,
      recorded: request.recorded,
      signal,
    });
    const lab = createLab({
      root,
      configuration: configuration.gates,
      sources,
      log,
      fresh: request.fresh,
      isApproved: (command) => request.trustCommands || approvals(command),
      machine: request.recorded ? { ...machine, processes: nothingRuns } : machine,
      onProgress: (text) => {
        onEvent({ event: 'progress', text });
      },
      signal,
    });
    const verdict = await evaluateGate(
      allConditions,
      found.profile,
      {
        ...opened,
        gate,
        configuration,
        work: sources.work,
        ...(untouched ? { untouched } : {}),
        log,
        lab,
        codeIndex: once(async () => readCodeIndex(machine, await openCodeFolder(machine, root, signal), signal, true)),
        syntax: openSyntax(machine.self.grammars),
        now: machine.clock(),
        signal,
      },
      opened.passedOver,
      {
        onCondition: ({ name, title }) => {
          onEvent({ event: 'condition', name, title });
        },
        onResult: (result) => {
          onEvent({ event: 'result', result });
        },
      },
    );
    if (!request.recorded && asksForRecord(verdict)) {
      if (gate === 'act-in' && verdict.answer === 'allowed')
        await freeze(log, { ...opened, configuration }, await sources.work());
      await record(log, verdict);
    }
    const work = await sources.work();
    return {
      root,
      verdict,
      work: work.kind === 'answer' ? work.value : undefined,
      report: verdictReport(verdict, item),
      starts: lab.starts(),
      repository: recordOwner(request.machine.disk, root, repository),
      head: { number: log.head.number, hashes: log.newest },
    };
  });
}

/** Gates run tests; two at once would disturb each other. In milliseconds. */
const longestWait = 60 * 60 * 1000;

const nothingRuns: Processes = {
  run: () => Promise.reject(new NotRunYet()),
};

/** What does not ask whether the record is whole, as in a fresh clone, does not count in it: nothing is let out by it, or agreed. */
function asksForRecord({ conditions }: Verdict): boolean {
  return conditions.some(({ name, required }) => name === recordKept.name && required);
}

async function record(
  log: EvidenceLog,
  { item, gate, profile, answer, conditions, tree = '' }: Verdict,
): Promise<void> {
  const failed = blockers(conditions).map(({ name }) => name);
  await log.append({ kind: 'verdict', item, gate, profile, answer, failed, tree });
}

/**
 * Records the spec and the scenarios of an item that may be worked on. Until the item is done, what was agreed before stays: only a
 * person may agree to a change.
 */
async function freeze(
  log: EvidenceLog,
  context: Pick<GateContext, 'item' | 'trace' | 'configuration'>,
  work: GitAnswer<Work>,
): Promise<void> {
  const { id, spec, testCases } = context.item;
  const known = recordedItems(log).get(id);
  if (!spec || work.kind !== 'answer' || (known?.agreed && !known.done)) return;
  // Work that passed the gate was checked.
  const base = known?.done === true ? work.value.head : beginningOf(context, work.value);
  await log.append(frozenEntry(id, spec, testCases, base));
}
