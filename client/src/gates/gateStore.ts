import * as vscode from 'vscode';
import type { GateEvent, GateName } from '../../../server/src/protocol.js';
import {
  afterEvent,
  ended,
  type GateAnswer,
  type GateAsking,
  type GateSubject,
  started,
  waiting,
} from './gateAnswer.js';
import { runGateProcess } from './gateProcess.js';

/** What gates said in this window, and the way to ask them. */
export interface GateStore {
  /** Undefined where it was not asked. */
  readonly answer: (subject: GateSubject) => GateAnswer | undefined;
  /** The gate that a person asked about an item at last, or chose to see. */
  readonly chosenGate: (root: string, item: string) => GateName | undefined;
  readonly choose: (subject: GateSubject) => void;
  /** What there is a report of. */
  readonly reported: () => readonly GateSubject[];
  /**
   * Asks a gate; one that is asked already is not asked twice. Starts nothing in an untrusted workspace.
   *
   * @returns what is known then; undefined without trust.
   */
  readonly ask: (subject: GateSubject, how: GateAsking) => Promise<GateAnswer | undefined>;
  /** Ends whatever is asked of an item, with all it has started. */
  readonly cancel: (root: string, item: string) => void;
  /** Fires when something else is known. */
  readonly onChange: vscode.Event<void>;
  readonly onVerdict: vscode.Event<GateVerdict>;
}

export type GateVerdict = GateEvent & { readonly event: 'verdict' };

interface Asked {
  readonly how: GateAsking;
  readonly cancel: AbortController;
  readonly answer: Promise<GateAnswer>;
}

/** Answers are kept for as long as the window lives; the record is the command line's. */
export function createGateStore(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): GateStore {
  const program = context.asAbsolutePath('dist/cli.js');
  const changed = new vscode.EventEmitter<void>();
  const verdicts = new vscode.EventEmitter<GateVerdict>();
  const answers = new Map<string, GateAnswer>();
  const chosen = new Map<string, GateSubject>();
  const subjects = new Map<string, GateSubject>();
  const asked = new Map<string, Asked>();
  /** Gates run tests, and two at once would disturb each other; the record can be read meanwhile. */
  const queues: Record<'recorded' | 'running', Promise<unknown>> = {
    recorded: Promise.resolve(),
    running: Promise.resolve(),
  };

  const set = (key: string, answer: GateAnswer): GateAnswer => {
    answers.set(key, answer);
    changed.fire();
    return answer;
  };
  const known = (key: string): GateAnswer => answers.get(key) ?? {};

  const run = async (subject: GateSubject, how: GateAsking, signal: AbortSignal): Promise<GateAnswer> => {
    const key = keyOf(subject);
    if (signal.aborted) return set(key, ended(known(key)));
    set(key, started(known(key), how));
    const failure = await runGateProcess({
      program,
      folder: vscode.Uri.parse(subject.root).fsPath,
      subject,
      how,
      onEvent: (event) => {
        set(key, afterEvent(known(key), event));
        if (event.event === 'verdict') verdicts.fire(event);
      },
      signal,
    });
    const isFailed = failure !== undefined && !signal.aborted;
    const answer = set(key, ended(known(key), isFailed ? failure : undefined));
    if (isFailed) {
      log.error(`gate ${subject.gate} ${subject.item}: ${failure}`);
      // Nobody has asked for what is read from the record.
      if (how !== 'recorded') void sayFailed(subject, failure);
    }
    return answer;
  };

  const ask: GateStore['ask'] = async (subject, how) => {
    if (!vscode.workspace.isTrusted) return undefined;
    const key = keyOf(subject);
    subjects.set(key, subject);
    if (how !== 'recorded') chosen.set(itemKey(subject), subject);
    const before = asked.get(key);
    if (before && (before.how === how || how === 'recorded')) return before.answer;
    before?.cancel.abort();
    const cancel = new AbortController();
    const queue = how === 'recorded' ? 'recorded' : 'running';
    set(key, waiting(known(key), how));
    const answer = Promise.all([queues[queue], before?.answer]).then(() => run(subject, how, cancel.signal));
    queues[queue] = answer.catch(() => undefined);
    const entry: Asked = { how, cancel, answer };
    asked.set(key, entry);
    try {
      return await answer;
    } finally {
      if (asked.get(key) === entry) asked.delete(key);
    }
  };

  context.subscriptions.push(
    changed,
    verdicts,
    new vscode.Disposable(() => {
      for (const { cancel } of asked.values()) cancel.abort();
    }),
  );
  return {
    answer: (subject) => answers.get(keyOf(subject)),
    chosenGate: (root, item) => chosen.get(itemKey({ root, item }))?.gate,
    choose: (subject) => {
      chosen.set(itemKey(subject), subject);
      changed.fire();
    },
    reported: () => [...subjects.values()].filter((subject) => answers.get(keyOf(subject))?.report !== undefined),
    ask,
    cancel: (root, item) => {
      for (const [key, { cancel }] of asked) {
        if (!key.startsWith(`${itemKey({ root, item })}\u0000`)) continue;
        cancel.abort();
        // What has not begun need not end first.
        if (known(key).running?.waits) set(key, ended(known(key)));
      }
    },
    onChange: changed.event,
    onVerdict: verdicts.event,
  };
}

async function sayFailed({ gate, item }: GateSubject, failure: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const [first = ''] = failure.split('\n');
  const message = vscode.l10n.t('The gate {0} could not be asked about {1}: {2}', gate, item, first);
  if ((await vscode.window.showErrorMessage(message, showLog)) === showLog)
    await vscode.commands.executeCommand('pactwright.showLog');
}

function itemKey({ root, item }: Pick<GateSubject, 'root' | 'item'>): string {
  return [root, item].join('\u0000');
}

function keyOf(subject: GateSubject): string {
  return [itemKey(subject), subject.gate].join('\u0000');
}
