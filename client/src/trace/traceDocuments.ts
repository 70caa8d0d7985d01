import * as vscode from 'vscode';
import { commitRequest, impactRequest, type ItemReference } from '../../../server/src/protocol.js';
import type { ServerLink } from '../editor/serverLink.js';

const scheme = 'pactwright-trace';

/** Serves reports on a commit, or on what an item's changes affect, as read-only documents. */
export function registerTraceDocuments(context: vscode.ExtensionContext, link: ServerLink): void {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => servedText(link, new URLSearchParams(uri.query)),
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
    ? vscode.l10n.t('No such item.')
    : vscode.l10n.t('The commit {0} is not in the history that was read.', hash);
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
