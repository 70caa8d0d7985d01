import { describe, it } from 'vitest';
import { record } from '../../../server/src/gates/conditions/record.js';
import { checkCondition } from '../../support/checkCondition.js';

const project = '=== docs/specs/STORY-001.md\n# STORY-001: Guest carts\n';

describe('the condition record', () => {
  it('passes while the log is whole', () =>
    checkCondition(record, { project }, { state: 'pass', summary: 'the evidence log is intact' }));

  it('fails where it is not, and says what to do', () =>
    checkCondition(
      record,
      { project, broken: 'line 2 of the evidence log was edited' },
      { state: 'fail', problems: [/^Line 2 .* was edited, so /], approvable: [], next: /sets the log aside/ },
    ));

  it('names what a person may approve once it was set aside', () =>
    checkCondition(
      record,
      { project, broken: 'the evidence log was rewritten', brokenName: 'record:abc' },
      { state: 'fail', approvable: ['record:abc'], next: /approve in the editor/ },
    ));
});
