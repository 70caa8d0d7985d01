import type { Requirement } from './spec.js';

/**
 * Whether a requirement must be met: its level says so, or, where its heading names none, the first RFC 2119 word in it
 * (https://www.rfc-editor.org/rfc/rfc2119: SHALL and REQUIRED mean MUST).
 */
export function isMandatory({ level, keyword }: Requirement): boolean {
  if (level) return level.value === 'MUST';
  return keyword !== undefined && /^(?:MUST|SHALL|REQUIRED)\b/u.test(keyword.value);
}
