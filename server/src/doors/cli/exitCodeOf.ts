import type { ErrorCode } from '../../operations/errorCodes.js';
import { type ExitCode, exitCodes } from './io.js';

/** The exit code that goes with an error code. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  switch (code) {
    case 'invalid-input':
      return exitCodes.usage;
    case 'locked':
    case 'changed':
    case 'failed':
    case 'gate-unknown':
      return exitCodes.unknown;
    default:
      return exitCodes.findings;
  }
}
