import type { Finding } from './finding.js';
import type { Rule } from './rule.js';

/** Fewer than this are read one by one. */
const many = 10;

/**
 * Findings as a person reads them: where one rule says the same of many places in a document and has words for all of them
 * (`Rule.together`), that is one finding at the first place, with the others as related places. Counts, gates and baselines know
 * the single ones.
 *
 * @param findings of one document.
 */
export function saidTogether(findings: readonly Finding[], rules: readonly Rule[]): readonly Finding[] {
  if (findings.length < many) return findings;
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.code} ${finding.severity}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  const words = new Map(rules.flatMap(({ code, together }) => (together ? [[code, together] as const] : [])));
  return findings.flatMap((finding) => {
    const group = groups.get(`${finding.code} ${finding.severity}`) ?? [];
    const say = words.get(finding.code);
    if (!say || group.length < many) return [finding];
    if (group[0] !== finding) return [];
    const related = group.map(({ path, range, message }) => ({ path, range, message }));
    return [{ ...finding, message: say(group.length), related }];
  });
}
