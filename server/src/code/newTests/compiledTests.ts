import { apart, indented, type NewTestFile, notWritten } from './newTests.js';

const comments = (steps: readonly string[]): readonly string[] => steps.map((step) => `// ${step}`);

/** The lines of a Go file. @param packageName what the files beside it are of. */
export function goTests({ tests }: NewTestFile, packageName: string): readonly string[] {
  const written = tests.map(({ identifier, steps }) => [
    `func Test${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}(t *testing.T) {`,
    ...indented([`t.Skip("${notWritten}")`, ...comments(steps), `t.Fatal("${notWritten}")`], '\t'),
    '}',
  ]);
  return [`package ${packageName}`, '', 'import "testing"', '', ...apart(written)];
}

/** The lines of a file of Rust's integration tests. */
export function rustTests({ tests }: NewTestFile): readonly string[] {
  return apart(
    tests.map(({ identifier, steps }) => [
      '#[test]',
      `#[ignore = "${notWritten}"]`,
      `fn ${identifier}() {`,
      ...indented([...comments(steps), `todo!("${notWritten}");`], '    '),
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
  const written = tests.map(({ identifier, steps }) => [
    '@Test',
    skipped,
    `public void ${identifier}() {`,
    ...indented([...comments(steps), `fail("${notWritten}");`], '    '),
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
  const written = tests.map(({ identifier, steps }) => [
    ...onTest,
    `public void ${identifier}()`,
    '{',
    ...indented([...comments(steps), `throw new NotImplementedException("${notWritten}");`], '    '),
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
