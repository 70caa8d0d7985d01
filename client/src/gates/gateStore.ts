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

/** What gates said in this window, and the way to run them. */
export interface GateStore {
  /** Undefined if it was not run. */
  readonly answer: (subject: GateSubject) => GateAnswer | undefined;
  /** The gate of an item that a person ran last, or chose to see. */
  readonly chosenGate: (root: string, item: string) => GateName | undefined;
  readonly choose: (subject: GateSubject) => void;
  /** What there is a report of. */
  readonly reported: () => readonly GateSubject[];
  /**
   * Runs a gate; one that is running is not started twice. Starts nothing in an untrusted workspace.
   *
   * @returns what is known then; undefined without trust.
   */
  readonly ask: (subject: GateSubject, how: GateAsking) => Promise<GateAnswer | undefined>;
  /** Ends the gates of an item that are running, with all they started. */
  readonly cancel: (root: string, item: string) => void;
  /** Fires when something else is known. */
  readonly onChange: vscode.Event<void>;
  readonly onVerdict: vscode.Event<GateVerdict>;
}

type GateVerdict = GateEvent & { readonly event: 'verdict' };

interface Asked {
  readonly how: GateAsking;
  readonly cancel: AbortController;
  readonly answer: Promise<GateAnswer>;
}

/** Answers are kept for as long as the window lives; the record is the command line's. */
export function createGateStore(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): GateStore {
  const asker = new GateAsker(context.asAbsolutePath('dist/cli.js'), log);
  const { answers, onVerdict } = asker;
  const chosen = new Map<string, GateSubject>();
  const subjects = new Map<string, GateSubject>();
  context.subscriptions.push(asker);
  return {
    answer: (subject) => answers.of(keyOf(subject)),
    chosenGate: (root, item) => chosen.get(itemKey({ root, item }))?.gate,
    choose: (subject) => {
      chosen.set(itemKey(subject), subject);
      answers.tell();
    },
    reported: () => [...subjects.values()].filter((subject) => answers.of(keyOf(subject))?.report !== undefined),
    ask: async (subject, how) => {
      if (!vscode.workspace.isTrusted) return undefined;
      subjects.set(keyOf(subject), subject);
      if (how !== 'recorded') chosen.set(itemKey(subject), subject);
      return asker.ask(subject, how);
    },
    cancel: (root, item) => {
      asker.cancel(`${itemKey({ root, item })}\u0000`);
    },
    onChange: answers.onChange,
    onVerdict,
  };
}

/** What is known of each gate of each item, by `keyOf`. */
class Answers {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onChange = this.#changed.event;
  readonly #byKey = new Map<string, GateAnswer>();

  of(key: string): GateAnswer | undefined {
    return this.#byKey.get(key);
  }

  known(key: string): GateAnswer {
    return this.of(key) ?? {};
  }

  set(key: string, answer: GateAnswer): GateAnswer {
    this.#byKey.set(key, answer);
    this.tell();
    return answer;
  }

  tell(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Runs gates through the command line, and follows what it reports meanwhile. */
class GateAsker {
  readonly answers = new Answers();
  readonly #verdicts = new vscode.EventEmitter<GateVerdict>();
  readonly onVerdict = this.#verdicts.event;
  readonly #program: string;
  readonly #log: vscode.LogOutputChannel;
  readonly #asked = new Map<string, Asked>();
  /** Gates run tests, and two at once would disturb each other; the record can be read meanwhile. */
  readonly #queues: Record<'recorded' | 'running', Promise<unknown>> = {
    recorded: Promise.resolve(),
    running: Promise.resolve(),
  };

  /** @param program the command line's file. */
  constructor(program: string, log: vscode.LogOutputChannel) {
    this.#program = program;
    this.#log = log;
  }

  async ask(subject: GateSubject, how: GateAsking): Promise<GateAnswer> {
    const key = keyOf(subject);
    const before = this.#asked.get(key);
    if (before && (before.how === how || how === 'recorded')) return before.answer;
    before?.cancel.abort();
    const cancel = new AbortController();
    const queue = how === 'recorded' ? 'recorded' : 'running';
    this.answers.set(key, waiting(this.answers.known(key), how));
    const answer = Promise.all([this.#queues[queue], before?.answer]).then(() =>
      this.#run(subject, how, cancel.signal),
    );
    this.#queues[queue] = answer.catch(() => undefined);
    const entry: Asked = { how, cancel, answer };
    this.#asked.set(key, entry);
    try {
      return await answer;
    } finally {
      if (this.#asked.get(key) === entry) this.#asked.delete(key);
    }
  }

  /** Ends what runs under keys that begin so. */
  cancel(keys: string): void {
    for (const [key, { cancel }] of this.#asked) {
      if (!key.startsWith(keys)) continue;
      cancel.abort();
      // What has not started need not end first.
      const known = this.answers.known(key);
      if (known.running?.waits) this.answers.set(key, ended(known));
    }
  }

  dispose(): void {
    for (const { cancel } of this.#asked.values()) cancel.abort();
    this.answers.dispose();
    this.#verdicts.dispose();
  }

  async #run(subject: GateSubject, how: GateAsking, signal: AbortSignal): Promise<GateAnswer> {
    const { answers } = this;
    const key = keyOf(subject);
    if (signal.aborted) return answers.set(key, ended(answers.known(key)));
    answers.set(key, started(answers.known(key), how));
    const failure = await runGateProcess({
      program: this.#program,
      folder: vscode.Uri.parse(subject.root).fsPath,
      subject,
      how,
      onEvent: (event) => {
        answers.set(key, afterEvent(answers.known(key), event));
        if (event.event === 'verdict') this.#verdicts.fire(event);
      },
      signal,
    });
    const isFailed = failure !== undefined && !signal.aborted;
    const answer = answers.set(key, ended(answers.known(key), isFailed ? failure : undefined));
    if (isFailed) {
      this.#log.error(`gate ${subject.gate} ${subject.item}: ${failure}`);
      // What is read from the record was not requested.
      if (how !== 'recorded') void sayFailed(subject, failure);
    }
    return answer;
  }
}

async function sayFailed({ gate, item }: GateSubject, failure: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const [first = ''] = failure.split('\n');
  const message = vscode.l10n.t('The gate {0} could not be run for {1}: {2}', gate, item, first);
  if ((await vscode.window.showErrorMessage(message, showLog)) === showLog)
    await vscode.commands.executeCommand('pactwright.showLog');
}

function itemKey({ root, item }: Pick<GateSubject, 'root' | 'item'>): string {
  return [root, item].join('\u0000');
}

function keyOf(subject: GateSubject): string {
  return [itemKey(subject), subject.gate].join('\u0000');
}
