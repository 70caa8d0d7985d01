import type * as vscode from 'vscode';
import { runCommandLine } from './commandLine.js';
import * as v from 'valibot';
import { listOf, readJson, textOrNothing } from './schemas.js';

/** What became of an operation. */
export type OperationEnd =
  /** `data`: what the operation answers for programs. */
  | { readonly kind: 'done'; readonly message: string; readonly data: unknown }
  /** `message`: a sentence without full stop. `code`: as the operation's answer names it; empty if it did not answer. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly candidates: readonly string[];
    };

/**
 * Carries out an operation by the command line, as those do that run gates or git.
 *
 * @param program the command line's own: absolute.
 * @param folder of the project root: absolute.
 * @param args the operation and its inputs.
 */
export async function runOperationProcess(
  program: string,
  folder: string,
  args: readonly string[],
  token?: vscode.CancellationToken,
): Promise<OperationEnd> {
  const aborted = new AbortController();
  const cancelling = token?.onCancellationRequested(() => {
    aborted.abort();
  });
  const said: string[] = [];
  try {
    const { errors } = await runCommandLine({
      program,
      args: [...args, '--root', folder, '--format', 'json'],
      folder,
      onLine: (line) => said.push(line),
      signal: aborted.signal,
    });
    return readEnvelope(said.join('\n')) ?? { kind: 'refused', code: '', message: errors, candidates: [] };
  } finally {
    cancelling?.dispose();
  }
}

const envelopeSchema = v.union([
  v.pipe(
    v.object({ answer: v.object({ message: v.string(), data: v.optional(v.unknown()) }) }),
    v.transform(({ answer }): OperationEnd => ({ kind: 'done', message: answer.message, data: answer.data })),
  ),
  v.pipe(
    v.object({
      error: v.object({
        code: textOrNothing,
        message: textOrNothing,
        candidates: v.fallback(listOf(v.string()), []),
      }),
    }),
    v.transform(({ error }): OperationEnd => ({ kind: 'refused', ...error })),
  ),
]);

/** @returns undefined for what is no envelope: the process was ended, or never got so far. */
export function readEnvelope(text: string): OperationEnd | undefined {
  return readJson(envelopeSchema, text);
}
