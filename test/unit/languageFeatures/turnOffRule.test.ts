import { describe, expect, it } from 'vitest';
import { turnOffRule } from '../../../server/src/languageFeatures/findingActions/turnOffRule.js';
import { applyEdits } from '../../../server/src/markdown/textEdit.js';

const rule = { code: 'PW613', name: 'section-contradicts-status' };

/** The configuration after the rule is turned off; undefined where that is not offered. */
function after(text: string | undefined): string | undefined {
  const change = turnOffRule(text, rule);
  if (change?.kind === 'create') return change.text;
  return change?.kind === 'edit' ? applyEdits(text ?? '', change.edits) : undefined;
}

describe('turning a rule off', () => {
  it('creates the configuration where there is none', () => {
    expect(after(undefined)).toBe('rules:\n  PW613: off # section-contradicts-status\n');
  });

  it.each([
    ['an empty file', '', 'rules:\n  PW613: off # section-contradicts-status\n'],
    ['comments alone', '# Ours\n# rules:', '# Ours\n# rules:\nrules:\n  PW613: off # section-contradicts-status\n'],
    [
      'other keys',
      'idleDays: 5 # a week\n',
      'idleDays: 5 # a week\nrules:\n  PW613: off # section-contradicts-status\n',
    ],
    [
      'rules in an order of their own, with comments',
      '# First\nrules:\n    W002: off # legacy\n    # why\n    E008: info\n\n# Last\nidleDays: 5\n',
      '# First\nrules:\n    W002: off # legacy\n    # why\n    E008: info\n    PW613: off # section-contradicts-status\n\n# Last\nidleDays: 5\n',
    ],
    ['the rule by its code', 'rules:\n  PW613: error # strict\n', 'rules:\n  PW613: off # strict\n'],
    [
      'the rule by its name',
      "rules:\n  'section-contradicts-status': error\n",
      "rules:\n  'section-contradicts-status': off\n",
    ],
    ['rules on one line', 'rules: { W002: off } # few\n', 'rules: { W002: off, PW613: off } # few\n'],
    ['no rules on one line', 'rules: {}\n', 'rules: { PW613: off }\n'],
    [
      'a key without rules',
      'rules: # none yet\nidleDays: 5\n',
      'rules: # none yet\n  PW613: off # section-contradicts-status\nidleDays: 5\n',
    ],
    [
      'Windows line ends',
      'rules:\r\n  W002: off\r\nidleDays: 5\r\n',
      'rules:\r\n  W002: off\r\n  PW613: off # section-contradicts-status\r\nidleDays: 5\r\n',
    ],
    ['no line end', 'rules:\n  W002: off', 'rules:\n  W002: off\n  PW613: off # section-contradicts-status'],
  ])('keeps %s', (_, text, expected) => {
    expect(after(text)).toBe(expected);
  });

  it.each([
    ['does not parse', 'rules: [\n'],
    ['is a list', '- rules\n'],
    ['has a list of rules', 'rules:\n  - PW613\n'],
    ['ends with a document end', 'idleDays: 5\n...\n'],
  ])('is not offered where the file %s', (_, text) => {
    expect(after(text)).toBeUndefined();
  });
});
