import { createTwoFilesPatch } from 'diff';
import type { ErrorCode } from '../operations/errorCodes.js';
import { applyEdits, type TextEdit } from '../markdown/textEdit.js';
import type { CarriedOut } from '../operations/operation.js';
import { shownStep } from '../operations/shownStep.js';
import { plainLines } from '../base/plainText.js';

/** One file of a plan: what becomes of it, as a patch. */
interface ShownChange {
  readonly kind: 'edit' | 'create' | 'rename' | 'delete';
  readonly path: string;
  readonly newPath?: string;
  /** A unified diff; empty for a file that is only renamed. */
  readonly patch: string;
}

/** @returns one for each file, in the order in which they are written. */
function shownChanges({ plan, textOf }: Pick<CarriedOut, 'plan' | 'textOf'>): readonly ShownChange[] {
  const edits = new Map<string, TextEdit[]>();
  for (const change of plan.changes)
    if (change.kind === 'edit') edits.set(change.path, [...(edits.get(change.path) ?? []), ...change.edits]);
  const shown = new Set<string>();
  return plan.changes.flatMap((change): ShownChange[] => {
    const { kind, path } = change;
    switch (kind) {
      case 'create':
        return [{ kind, path, patch: createTwoFilesPatch('/dev/null', path, '', change.text) }];
      case 'rename':
        return [{ kind, path, newPath: change.newPath, patch: '' }];
      case 'delete':
        return [{ kind, path, patch: createTwoFilesPatch(path, '/dev/null', textOf(path) ?? '', '') }];
      case 'edit': {
        if (shown.has(path)) return [];
        shown.add(path);
        const before = textOf(path) ?? '';
        const after = applyEdits(before, edits.get(path) ?? []);
        return [{ kind, path, patch: createTwoFilesPatch(path, path, before, after) }];
      }
    }
  });
}

/** The answer of an operation that was carried out, or only planned, as text for a terminal. */
export function formatDone(done: CarriedOut, dryRun: boolean): string {
  return plainLines(dryRun ? shownPlan(done) : `${done.plan.answer.message}\n`);
}

function shownPlan(done: CarriedOut): string {
  const changes = shownChanges(done).map(({ patch, path, newPath }) =>
    patch === '' ? `rename ${path} to ${newPath ?? ''}\n` : patch,
  );
  const gates = done.plan.gates.map(({ gate, item }) => `run the gate ${gate} for ${item}\n`);
  const steps = done.plan.steps
    .map(shownStep)
    .map(({ summary, command }) => (command.length > 0 ? `${summary} (${command.join(' ')})\n` : `${summary}\n`));
  return [...gates, ...changes, ...steps, `would be: ${done.plan.answer.message}\n`].join('');
}

/** The one envelope that every operation answers with under `--format json`. */
export function envelopeOf(
  operation: string,
  dryRun: boolean,
  outcome:
    | { readonly done: CarriedOut }
    | {
        readonly error: { readonly code: ErrorCode; readonly message: string; readonly candidates: readonly string[] };
      },
): string {
  const envelope =
    'error' in outcome
      ? { version: 1, operation, ok: false, dryRun, error: outcome.error }
      : {
          version: 1,
          operation,
          ok: true,
          dryRun,
          root: outcome.done.root,
          answer: outcome.done.plan.answer,
          gates: outcome.done.plan.gates,
          changes: shownChanges(outcome.done),
          steps: outcome.done.plan.steps,
        };
  return `${JSON.stringify(envelope, undefined, 2)}\n`;
}
