import type { AnyDocument } from '../../../documents/document.js';
import type { Disk } from '../../../workspace/machine.js';
import type { CancellationToken, Connection, TextDocumentIdentifier } from 'vscode-languageserver';
import { guard } from '../guard.js';
import type { Session } from '../session.js';
import type { SettledDocument } from '../settledFile.js';
import { readAhead } from './readAhead.js';

/** What the features are registered with. */
export interface FeatureHost {
  readonly connection: Connection;
  readonly session: Session;
  readonly disk: Pick<Disk, 'insideRoot'>;
  readonly log: (message: string) => void;
  /** Whether the client shows messages with buttons, and documents that it is asked to show. */
  readonly canOffer: () => boolean;
}

/**
 * Makes the handler of a request about one document: it waits until the document is judged as it is now.
 *
 * @param name of the feature, for the log.
 * @param nothing the answer if the document is not ours, the request was canceled, or the feature fails.
 * @param ahead what the feature asks of all documents of the project.
 */
export function answer<Params extends { readonly textDocument: TextDocumentIdentifier }, Answer>(
  { session, log }: Pick<FeatureHost, 'session' | 'log'>,
  name: string,
  nothing: Answer,
  feature: (settled: SettledDocument, params: Params) => Answer | Promise<Answer>,
  ahead?: (document: AnyDocument) => unknown,
): (params: Params, token: CancellationToken) => Promise<Answer> {
  return guard(name, log, nothing, async (params: Params, token: CancellationToken) => {
    const now = (): Promise<SettledDocument | undefined> => session.settled(params.textDocument.uri, token);
    let settled = await now();
    if (settled && ahead) {
      await readAhead([settled], ahead, token);
      // There may have been edits meanwhile.
      settled = await now();
    }
    return settled && !token.isCancellationRequested ? feature(settled, params) : nothing;
  });
}
