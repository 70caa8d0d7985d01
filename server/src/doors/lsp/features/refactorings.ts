import type { CodeAction } from 'vscode-languageserver';
import { codeActions } from '../codeActions.js';
import { answer, type FeatureHost } from './answer.js';

/** Code actions: fixes of findings, refactorings, and what is fixed on save. */
export function registerRefactorings(host: FeatureHost): void {
  host.connection.onCodeAction(
    answer(host, 'code actions', [], (settled, { range, context }): Promise<CodeAction[]> =>
      codeActions({ disk: host.disk, settled, range, only: context.only }),
    ),
  );
}
