import { specChangedAfterFreeze } from '../../rules/drift/PW640-spec-changed-after-freeze.js';
import { agreementNow } from '../../rules/drift/agreedScenarios.js';
import type { Finding } from '../../rules/finding.js';
import { count } from '../../base/count.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Condition } from '../condition.js';
import { frozenSpecs } from '../evidence/frozen.js';
import { gateNames } from '../gate.js';
import { lookedAt, outcomeOf } from '../support/outcomes.js';

export const documents: Condition = {
  name: 'documents',
  title: 'The documents of the item have no errors',
  why: 'Everything else builds on the spec, the test cases and the board entry. Only the rules check them, with the configured severities: what `pactwright lint`, the baseline or a comment allows is never blocked here.',
  gates: gateNames,
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { item, findings, log } = context;
    const refreeze = item.spec && agreementNow(item.spec, item.testCases, frozenSpecs(log).get(item.id));
    const errors = findings.filter((finding) => finding.severity === 'error' && isAbout(finding, item));
    return outcomeOf(
      errors.map(({ id, code, message, path, range }) => ({
        message: `${code}: ${message.replace(/[.\s]+$/u, '')}`,
        place: { path, range },
        finding: id,
        ...(code === specChangedAfterFreeze.code && refreeze !== undefined ? { refreeze } : {}),
      })),
      {
        pass: `no errors in the documents of ${item.id}`,
        fail: `${count(errors.length, 'error')} in the documents of ${item.id}`,
        next: 'Correct the documents as the findings say, or add known findings to the baseline',
      },
      [lookedAt(context, `the findings of the rules about ${item.id}`)],
    );
  },
};

/** Whether a finding names the item, or is in a document or an entry of it. */
function isAbout(finding: Finding, { id, spec, testCases, entries }: ItemTrace): boolean {
  if (finding.item === id || finding.path === spec?.path) return true;
  if (testCases.some(({ path }) => path === finding.path)) return true;
  if (finding.item !== undefined) return false;
  return entries.some(({ document, entry }) => {
    if (document.path !== finding.path) return false;
    const at = document.lines.offsetAt(finding.range.start);
    return at >= entry.span.start && at < entry.span.end;
  });
}
