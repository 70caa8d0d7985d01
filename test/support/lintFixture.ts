import type { AnyDocument } from '../../server/src/documents/document.js';
import type { Finding } from '../../server/src/rules/finding.js';
import { codeFactsOf } from './codeFixture.js';
import { configurationIn, type FileText, lintFiles } from './lintFiles.js';
import { parseRuleFixture } from './ruleFixture.js';

/** A rule fixture as a linted project. */
export interface LintedFixture {
  readonly files: readonly FileText[];
  readonly documents: readonly AnyDocument[];
  readonly findings: readonly Finding[];
  /** Lints other files in the same circumstances: configuration, git, record. */
  readonly lint: (files: readonly FileText[]) => Promise<readonly Finding[]>;
}

/** @param source as `test/fixtures/rules/README.md` says. */
export async function lintFixture(source: string): Promise<LintedFixture> {
  const { files, git, record, aroundHooks, configuration: own } = parseRuleFixture(source);
  const read = (some: readonly FileText[]): ReturnType<typeof lintFiles> =>
    lintFiles(some, own ?? configurationIn(some), {
      code: codeFactsOf(some),
      ...(git ? { git } : {}),
      ...(record ? { record } : {}),
      ...(aroundHooks ? { aroundHooks } : {}),
    });
  return { files, ...(await read(files)), lint: async (some) => (await read(some)).findings };
}
