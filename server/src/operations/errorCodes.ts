/** Why an operation was not carried out: for programs that have to tell one reason from another. */
export const errorCodes = [
  ['invalid-input', 'An input is missing or invalid, or would break the document it is written to.'],
  ['not-found', 'The item, entry, task, section or document does not exist.'],
  ['ambiguous', 'The name is ambiguous; the candidates are listed.'],
  ['exists', 'What you want to create already exists.'],
  [
    'unreadable',
    'A file cannot be read or changed: it is not text, too large, outside the project, or access is denied.',
  ],
  ['not-allowed', 'The transition from the current state is not allowed.'],
  ['gate', 'A gate blocked the operation.'],
  ['gate-unknown', 'A gate could not decide.'],
  ['untrusted', 'The workspace is in Restricted Mode, where nothing is written.'],
  ['locked', 'Another process is writing and did not finish in time.'],
  ['changed', 'A file changed between reading and writing; nothing was written to it.'],
  ['failed', 'A file cannot be written, or a program failed.'],
] as const;

export type ErrorCode = (typeof errorCodes)[number][0];

/**
 * Thrown where an operation cannot be planned.
 *
 * `message`: what, why and the way out, as a sentence without full stop.
 */
export class Refused extends Error {
  override readonly name = 'Refused';

  readonly code: ErrorCode;
  /** What may have been meant, each as it can be given. */
  readonly candidates: readonly string[];

  constructor(code: ErrorCode, message: string, candidates: readonly string[] = []) {
    super(message);
    this.code = code;
    this.candidates = candidates;
  }
}
