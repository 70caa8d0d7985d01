/** Why an operation was not carried out: for programs that have to tell one reason from another. */
export const errorCodes = [
  ['invalid-input', 'An input is missing, has the wrong form, or would break the document it is written into.'],
  ['not-found', 'There is no such item, entry, task, section or document.'],
  ['ambiguous', 'Several fit what was named; the candidates are listed, and nothing was chosen.'],
  ['exists', 'What was to be made is there already.'],
  ['unreadable', 'What has to be read or changed cannot be: it is no text, too large, outside the project, or denied.'],
  ['not-allowed', 'The way from the present state to the wanted one is not open.'],
  ['gate', 'A gate was asked, and its answer is no.'],
  ['gate-unknown', 'A gate was asked, and cannot say.'],
  ['untrusted', 'The workspace is in Restricted Mode, where nothing is written.'],
  ['locked', 'Somebody else is writing, and did not end in time.'],
  ['changed', 'A file changed between reading and writing; nothing was written to it.'],
  ['failed', 'A file cannot be written, or a program that was started failed.'],
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
