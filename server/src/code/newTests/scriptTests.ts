import { apart, comments, indented, type NewTestFile, notWritten, quoted } from './newTests.js';

/** The lines of a file for pytest. */
export function pytestTests({ tests }: NewTestFile): readonly string[] {
  const written = tests.map((test) => [
    '',
    `@pytest.mark.skip(reason="${notWritten}")`,
    `def test_${test.identifier}():`,
    ...indented([...comments(test, '#'), `pytest.fail("${notWritten}")`], '    '),
  ]);
  return ['import pytest', '', ...apart(written)];
}

/** The lines of a file for RSpec. */
export function rspecTests({ item, tests }: NewTestFile): readonly string[] {
  const written = tests.map((test) => [
    `xit ${quoted(test.title, "'")} do`,
    ...indented([...comments(test, '#'), `raise '${notWritten}'`], '  '),
    'end',
  ]);
  return [`RSpec.describe ${quoted(item, "'")} do`, ...indented(apart(written), '  '), 'end'];
}

/** The lines of a file for Minitest. */
export function minitestTests({ className, tests }: NewTestFile): readonly string[] {
  const written = tests.map((test) => [
    `def test_${test.identifier}`,
    ...indented([`skip '${notWritten}'`, ...comments(test, '#'), `flunk '${notWritten}'`], '  '),
    'end',
  ]);
  return [
    "require 'minitest/autorun'",
    '',
    `class ${className}Test < Minitest::Test`,
    ...indented(apart(written), '  '),
    'end',
  ];
}
