import { apart, indented, type NewTestFile, notWritten, quoted } from './newTests.js';

/** The lines of a file for pytest. */
export function pytestTests({ tests }: NewTestFile): readonly string[] {
  const written = tests.map(({ identifier, steps }) => [
    '',
    `@pytest.mark.skip(reason="${notWritten}")`,
    `def test_${identifier}():`,
    ...indented([...steps.map((step) => `# ${step}`), `pytest.fail("${notWritten}")`], '    '),
  ]);
  return ['import pytest', '', ...apart(written)];
}

/** The lines of a file for RSpec. */
export function rspecTests({ item, tests }: NewTestFile): readonly string[] {
  const written = tests.map(({ title, steps }) => [
    `xit ${quoted(title, "'")} do`,
    ...indented([...steps.map((step) => `# ${step}`), `raise '${notWritten}'`], '  '),
    'end',
  ]);
  return [`RSpec.describe ${quoted(item, "'")} do`, ...indented(apart(written), '  '), 'end'];
}

/** The lines of a file for Minitest. */
export function minitestTests({ className, tests }: NewTestFile): readonly string[] {
  const written = tests.map(({ identifier, steps }) => [
    `def test_${identifier}`,
    ...indented([`skip '${notWritten}'`, ...steps.map((step) => `# ${step}`), `flunk '${notWritten}'`], '  '),
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
