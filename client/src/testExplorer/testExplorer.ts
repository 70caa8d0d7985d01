import * as vscode from 'vscode';
import { lintWorkspaceRequest, type TestEvent, type TestOutcome } from '../../../server/src/protocol.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import type { ServerLink } from '../editor/serverLink.js';
import { verdictOf } from './testExplorerNodes.js';
import { runTestProcess } from './testExplorerProcess.js';
import { childrenOf, createTestTree, type TestTree } from './testExplorerTree.js';
import type { TraceItems } from '../editor/traceItems.js';

/** The Test Explorer's part of this extension. */
export interface TestExplorer {
  readonly controller: vscode.TestController;
  /** Runs what a request asks for, as the Run button does; answers with what each row came to, by its id. */
  readonly run: (
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ) => Promise<ReadonlyMap<string, TestOutcome>>;
  readonly resolve: (row: vscode.TestItem) => Promise<void>;
}

/** Criteria and scenarios with their tests in the Test Explorer; running one runs its tests by the project's own runner. */
export function createTestExplorer(
  context: vscode.ExtensionContext,
  link: ServerLink,
  items: TraceItems,
): TestExplorer {
  const controller = vscode.tests.createTestController('pactwright', 'Pactwright');
  const tree = createTestTree(context, controller, link, items);
  controller.resolveHandler = async (row) => {
    if (row) await tree.resolve(row);
    else await tree.refresh();
  };
  controller.refreshHandler = async () => {
    await link.request(lintWorkspaceRequest, undefined);
    await tree.refresh();
  };
  const ending = new AbortController();
  const run: TestExplorer['run'] = (request, token) =>
    runRequest(
      { controller, tree, program: context.asAbsolutePath('dist/cli.js'), ending: ending.signal },
      request,
      token,
    );

  const addProfile = (): void => {
    context.subscriptions.push(
      controller.createRunProfile(
        vscode.l10n.t('Run'),
        vscode.TestRunProfileKind.Run,
        async (request, token) => {
          await run(request, token);
        },
        true,
      ),
    );
  };
  // Tests are programs of the repository: without trust there is no button, and the code asks again.
  if (vscode.workspace.isTrusted) addProfile();
  else context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(addProfile));
  context.subscriptions.push(
    controller,
    new vscode.Disposable(() => {
      ending.abort();
    }),
  );
  return { controller, run, resolve: tree.resolve };
}

interface Surroundings {
  readonly controller: vscode.TestController;
  readonly tree: TestTree;
  /** The command line: absolute. */
  readonly program: string;
  /** Aborted when the extension ends. */
  readonly ending: AbortSignal;
}

/** What is run, gathered from the rows that a request names. */
interface Gathered {
  /** The rows of each test, by project root and id: a test is below every criterion that it is a test of. */
  readonly tests: Map<string, Map<string, vscode.TestItem[]>>;
  /** Criteria and scenarios with the rows of the tests below them; those below which something is left out are missing. */
  readonly parts: { readonly row: vscode.TestItem; readonly tests: readonly vscode.TestItem[] }[];
}

async function runRequest(
  { controller, tree, program, ending }: Surroundings,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<ReadonlyMap<string, TestOutcome>> {
  const outcomes = new Map<string, TestOutcome>();
  const why = vscode.l10n.t('Tests run programs of this workspace, so trust the workspace first.');
  if (!isTrustedOrSay(why)) return outcomes;
  const run = controller.createTestRun(request);
  const cancel = new AbortController();
  const subscriptions = [token, run.token].map((one) =>
    one.onCancellationRequested(() => {
      cancel.abort();
    }),
  );
  try {
    const { tests, parts } = await gather(tree, request.include ?? childrenOf(controller.items), request.exclude ?? []);
    for (const rows of [...tests.values()].flatMap((byId) => [...byId.values()].flat())) run.enqueued(rows);
    const signal = AbortSignal.any([cancel.signal, ending]);
    const isStopped = (): boolean => signal.aborted;
    for (const [root, byId] of tests) {
      if (isStopped()) break;
      const problem = await runTestProcess({
        program,
        root: vscode.Uri.parse(root).fsPath,
        tests: [...byId.keys()],
        command: ownCommand(),
        onEvent: (event) => {
          show(run, byId, outcomes, event);
        },
        signal,
      });
      if (problem === undefined || isStopped()) continue;
      run.appendOutput(terminalText(`${problem}\n`));
      for (const row of [...byId.values()].flat())
        if (!outcomes.has(row.id)) {
          outcomes.set(row.id, 'errored');
          run.errored(row, new vscode.TestMessage(problem));
        }
    }
    for (const { row, tests: below } of parts) showPart(run, row, below, outcomes);
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
    run.end();
  }
  return outcomes;
}

/** The command that the user has set instead of the project's runners: never the workspace, by the setting's scope. */
function ownCommand(): readonly string[] {
  return vscode.workspace.getConfiguration('pactwright').get<readonly string[]>('tests.command', []);
}

async function gather(
  tree: TestTree,
  include: readonly vscode.TestItem[],
  exclude: readonly vscode.TestItem[],
): Promise<Gathered> {
  const gathered: Gathered = { tests: new Map(), parts: [] };
  const excluded = new Set(exclude);
  const seen = new Set<vscode.TestItem>();
  /** The rows of the tests below a row and itself; undefined if some of them are left out. */
  const take = async (row: vscode.TestItem): Promise<readonly vscode.TestItem[] | undefined> => {
    if (excluded.has(row)) return undefined;
    const node = tree.nodeOf(row);
    await tree.resolve(row);
    if (node?.kind === 'test') {
      const byId = gathered.tests.get(node.root) ?? new Map<string, vscode.TestItem[]>();
      gathered.tests.set(node.root, byId);
      if (!seen.has(row)) byId.set(node.view.id, [...(byId.get(node.view.id) ?? []), row]);
      seen.add(row);
      return [row];
    }
    const below: vscode.TestItem[] = [];
    let whole = true;
    for (const child of childrenOf(row.children)) {
      const tests = await take(child);
      if (tests) below.push(...tests);
      else whole = false;
    }
    if (!whole) return undefined;
    if (node?.kind === 'part' && !seen.has(row)) gathered.parts.push({ row, tests: below });
    seen.add(row);
    return below;
  };
  for (const row of include) await take(row);
  return gathered;
}

function show(
  run: vscode.TestRun,
  byId: ReadonlyMap<string, readonly vscode.TestItem[]>,
  outcomes: Map<string, TestOutcome>,
  event: TestEvent,
): void {
  switch (event.event) {
    case 'output':
      run.appendOutput(terminalText(event.text));
      break;
    case 'started':
      for (const row of byId.get(event.test) ?? []) run.started(row);
      break;
    case 'result':
      for (const row of byId.get(event.test) ?? []) {
        outcomes.set(row.id, event.status);
        showResult(run, row, event);
      }
      break;
    case 'done':
      break;
  }
}

function showResult(run: vscode.TestRun, row: vscode.TestItem, result: TestEvent & { event: 'result' }): void {
  const { status, durationMs, line } = result;
  const message = new vscode.TestMessage(result.message ?? '');
  if (row.uri && row.range)
    message.location = new vscode.Location(row.uri, line === undefined ? row.range : new vscode.Position(line, 0));
  switch (status) {
    case 'passed':
      run.passed(row, durationMs);
      break;
    case 'failed':
      run.failed(row, message, durationMs);
      break;
    case 'errored':
      run.errored(row, message, durationMs);
      break;
    case 'skipped':
      run.skipped(row);
      break;
  }
}

/** The result of a criterion or scenario, at its own line. */
function showPart(
  run: vscode.TestRun,
  row: vscode.TestItem,
  tests: readonly vscode.TestItem[],
  outcomes: Map<string, TestOutcome>,
): void {
  const verdict = verdictOf(tests.map(({ id, label }) => [label, outcomes.get(id)] as const));
  const message = (text: string): vscode.TestMessage => {
    const made = new vscode.TestMessage(text);
    if (row.uri && row.range) made.location = new vscode.Location(row.uri, row.range);
    return made;
  };
  switch (verdict.kind) {
    case 'passed':
      outcomes.set(row.id, 'passed');
      run.passed(row);
      break;
    case 'failed':
      outcomes.set(row.id, 'failed');
      run.failed(
        row,
        message(
          vscode.l10n.t('{0} of {1} tests failed: {2}', verdict.tests.length, verdict.of, verdict.tests.join(', ')),
        ),
      );
      break;
    case 'incomplete':
      // A row whose tests are passed and skipped would be shown as passed.
      outcomes.set(row.id, 'errored');
      run.errored(
        row,
        message(
          vscode.l10n.t(
            'Not proven, because {0} of {1} tests were skipped: {2}',
            verdict.tests.length,
            verdict.of,
            verdict.tests.join(', '),
          ),
        ),
      );
      break;
    case 'noTest':
      outcomes.set(row.id, 'skipped');
      run.skipped(row);
      run.appendOutput(terminalText(`${vscode.l10n.t('{0}: no test names it', row.label)}\n`), undefined, row);
      break;
    case 'skipped':
      outcomes.set(row.id, 'skipped');
      run.skipped(row);
      break;
    case 'unknown':
      break;
  }
}

/** A terminal needs `\r` to return to the start of the line. */
function terminalText(text: string): string {
  return text.replace(/\r?\n/gu, '\r\n');
}
