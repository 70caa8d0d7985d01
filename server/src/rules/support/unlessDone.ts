import type { Spec } from '../../documents/spec/spec.js';
import { specProgress, statusOf } from '../../documents/spec/specStatus.js';
import type { Severity } from '../finding.js';

/** A finished spec is history: what is wrong with it is worth knowing, not worth a warning. */
export function unlessDone(spec: Spec, severity: Severity): Severity {
  return specProgress({ status: statusOf(spec) }) === 'done' ? 'info' : severity;
}
