import { apart, comments, indented, type NewTestFile, notWritten } from './newTests.js';

/** The lines of a Go file. @param packageName what the files beside it are of. */
export function goTests({ tests }: NewTestFile, packageName: string): readonly string[] {
  const written = tests.map((test) => [
    `func Test${test.identifier.charAt(0).toUpperCase()}${test.identifier.slice(1)}(t *testing.T) {`,
    ...indented([`t.Skip("${notWritten}")`, ...comments(test, '//'), `t.Fatal("${notWritten}")`], '\t'),
    '}',
  ]);
  return [`package ${packageName}`, '', 'import "testing"', '', ...apart(written)];
}

/** The lines of a file of Rust's integration tests. */
export function rustTests({ tests }: NewTestFile): readonly string[] {
  return apart(
    tests.map((test) => [
      '#[test]',
      `#[ignore = "${notWritten}"]`,
      `fn ${test.identifier}() {`,
      ...indented([...comments(test, '//'), `todo!("${notWritten}");`], '    '),
      '}',
    ]),
  );
}

/** What Java's tests are written for. */
export type JavaFramework = 'jupiter' | 'junit4';

const javaFrameworks = {
  jupiter: {
    imports: [
      'import static org.junit.jupiter.api.Assertions.fail;',
      '',
      'import org.junit.jupiter.api.Disabled;',
      'import org.junit.jupiter.api.Test;',
    ],
    skipped: `@Disabled("${notWritten}")`,
  },
  junit4: {
    imports: ['import static org.junit.Assert.fail;', '', 'import org.junit.Ignore;', 'import org.junit.Test;'],
    skipped: `@Ignore("${notWritten}")`,
  },
} as const;

/** The lines of a Java file. @param packageName empty for the default package. */
export function javaTests(
  { tests }: NewTestFile,
  {
    framework,
    packageName,
    className,
  }: { readonly framework: JavaFramework; readonly packageName: string; readonly className: string },
): readonly string[] {
  const { imports, skipped } = javaFrameworks[framework];
  const written = tests.map((test) => [
    '@Test',
    skipped,
    `public void ${test.identifier}() {`,
    ...indented([...comments(test, '//'), `fail("${notWritten}");`], '    '),
    '}',
  ]);
  return [
    ...(packageName === '' ? [] : [`package ${packageName};`, '']),
    ...imports,
    '',
    `public class ${className} {`,
    ...indented(apart(written), '    '),
    '}',
  ];
}

/** What C#'s tests are written for. */
export type CsharpFramework = 'xunit' | 'nunit' | 'mstest';

const csharpFrameworks = {
  xunit: { using: 'Xunit', onClass: [], onTest: [`[Fact(Skip = "${notWritten}")]`] },
  nunit: { using: 'NUnit.Framework', onClass: ['[TestFixture]'], onTest: ['[Test]', `[Ignore("${notWritten}")]`] },
  mstest: {
    using: 'Microsoft.VisualStudio.TestTools.UnitTesting',
    onClass: ['[TestClass]'],
    onTest: ['[TestMethod]', `[Ignore("${notWritten}")]`],
  },
} as const;

/** The lines of a C# file. */
export function csharpTests({ className, tests }: NewTestFile, framework: CsharpFramework): readonly string[] {
  const { using, onClass, onTest } = csharpFrameworks[framework];
  const written = tests.map((test) => [
    ...onTest,
    `public void ${test.identifier}()`,
    '{',
    ...indented([...comments(test, '//'), `throw new NotImplementedException("${notWritten}");`], '    '),
    '}',
  ]);
  return [
    'using System;',
    `using ${using};`,
    '',
    ...onClass,
    `public class ${className}Tests`,
    '{',
    ...indented(apart(written), '    '),
    '}',
  ];
}
