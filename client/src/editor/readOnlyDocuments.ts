import * as vscode from 'vscode';
import { commitRequest, type GateName, impactRequest, type ItemReference } from '../../../server/src/protocol.js';
import type { GateSubject } from '../gates/gateAnswer.js';
import type { GateStore } from '../gates/gateStore.js';
import type { ServerLink } from '../languageServer/serverLink.js';

const scheme = 'pactwright-trace';

/** Serves what is told of a commit, of what changes with an item, or of a gate, as documents that cannot be edited. */
export function registerReadOnlyDocuments(context: vscode.ExtensionContext, link: ServerLink, gates: GateStore): void {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  context.subscriptions.push(
    changed,
    gates.onVerdict(({ verdict: { item, gate } }) => {
      for (const { uri } of vscode.workspace.textDocuments) {
        const subject = uri.scheme === scheme ? reported(uri) : undefined;
        if (subject?.item === item && subject.gate === gate) changed.fire(uri);
      }
    }),
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => {
        const subject = reported(uri);
        return subject ? reportText(gates, subject) : servedText(link, new URLSearchParams(uri.query));
      },
    }),
  );
}

async function servedText(link: ServerLink, about: URLSearchParams): Promise<string> {
  const root = about.get('root') ?? '';
  const hash = about.get('hash');
  const requirement = about.get('requirement');
  const text =
    hash === null
      ? await link.request(impactRequest, {
          root,
          item: about.get('item') ?? '',
          ...(requirement === null ? {} : { requirement }),
        })
      : await link.request(commitRequest, { root, hash });
  if (text === undefined) return vscode.l10n.t('The Pactwright server is not running. Restart it and open this again.');
  if (text !== null) return text;
  return hash === null
    ? vscode.l10n.t('There is no such item.')
    : vscode.l10n.t('The history that was read does not hold the commit {0}.', hash);
}

/** A window that was loaded anew knows no report yet; the record does. */
async function reportText(gates: GateStore, subject: GateSubject): Promise<string> {
  const known = gates.answer(subject)?.report;
  if (known !== undefined) return known;
  const answer = await gates.ask(subject, 'recorded');
  if (answer?.report !== undefined) return answer.report;
  return answer
    ? vscode.l10n.t('The gate {0} could not be asked about {1}.', subject.gate, subject.item)
    : vscode.l10n.t('Gates run tests, which are programs of this workspace: only once it is trusted.');
}

/** What a gate said of an item. */
export function reportUri({ root, item, gate }: GateSubject): vscode.Uri {
  return readOnlyUri(`${item}-${gate}.md`, { root, item, gate });
}

function reported(uri: vscode.Uri): GateSubject | undefined {
  const about = new URLSearchParams(uri.query);
  const [root, item, gate] = [about.get('root'), about.get('item'), about.get('gate')];
  // Written by `reportUri`.
  return root !== null && item !== null && gate !== null ? { root, item, gate: gate as GateName } : undefined;
}

/** What changes with an item or one of its requirements. */
export function impactUri({ root, item, requirement }: ItemReference): vscode.Uri {
  const name = requirement === undefined ? item : `${item}-${requirement}`;
  return readOnlyUri(`${name}-impact.md`, { root, item, ...(requirement === undefined ? {} : { requirement }) });
}

/** What the server knows of a commit. */
export function commitUri(root: string, hash: string): vscode.Uri {
  return readOnlyUri(`${hash.slice(0, 8)}.txt`, { root, hash });
}

function readOnlyUri(name: string, query: Readonly<Record<string, string>>): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${name}`, query: new URLSearchParams(query).toString() });
}
