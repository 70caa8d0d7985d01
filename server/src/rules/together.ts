import { memoFor } from '../base/memo.js';
import { addTo } from '../base/same.js';
import type { Finding } from './finding.js';
import type { Rule } from './rule.js';

/** Fewer than this are shown one by one. */
const many = 10;

/**
 * Findings as they are shown: if a rule reports many places in a document and has one message for all of them (`Rule.together`), they
 * become one finding at the first place, with all of them as related places. Gates, baselines and items use the single findings.
 *
 * @param findings of one document.
 */
export function saidTogether(findings: readonly Finding[], rules: readonly Rule[]): readonly Finding[] {
  if (findings.length < many) return findings;
  const messages = messagesOf(rules);
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) if (messages.has(finding.code)) addTo(groups, groupOf(finding), finding);
  return findings.flatMap((finding) => {
    const group = groups.get(groupOf(finding)) ?? [];
    const messageFor = messages.get(finding.code);
    if (!messageFor || group.length < many) return [finding];
    if (group[0] !== finding) return [];
    const related = group.map(({ path, range, message }) => ({ path, range, message }));
    return [{ ...finding, message: messageFor(group.length), related }];
  });
}

/** By the codes of the rules. */
const messagesOf = memoFor(
  (rules: readonly Rule[]) =>
    new Map(rules.flatMap(({ code, together }) => (together ? [[code, together] as const] : []))),
);

function groupOf({ code, severity }: Finding): string {
  return `${code} ${severity}`;
}
