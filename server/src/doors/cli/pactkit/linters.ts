import type { Fields } from '../../../base/json.js';
import { fieldsOf } from '../../../base/json.js';
import type { Command } from '../command.js';
import { type ExitCode, exitCodes } from '../io.js';
import { type CallOwn, objectsOf, textOf } from './ownCommand.js';
import { defineSubcommand, flag, type SaidLines } from './subcommand.js';

const pathField = { type: 'text', positional: true, description: 'the file', completes: 'path' } as const;

/** What checks documents: all of them are our `lint`, in the lines of PactKit. */
export const linters: readonly Command[] = [
  defineSubcommand({
    name: 'spec-lint',
    summary: 'Checks specs',
    better: 'Every finding has its line, and code blocks and comments are no text of the spec.',
    fields: {
      spec: { ...pathField, description: 'the spec' },
      all: flag('all specs'),
      specsDir: { type: 'text', description: 'where the specs are (default: docs/specs)', completes: 'folder' },
    },
    run: async ({ spec, all, specsDir }, own) => {
      const wanted = all ? (specsDir ?? 'docs/specs') : spec;
      if (wanted === undefined) return { lines: ['❌ name a spec, or --all'], code: exitCodes.usage };
      const { findings, code } = await lint(own, wanted);
      const paths = all ? [...new Set(findings.map(({ path }) => textOf(path)))].sort() : [wanted];
      const blocks = paths.map((path) =>
        specBlock(path, all ? findings.filter((one) => one['path'] === path) : findings),
      );
      return { lines: blocks.length === 0 ? [`${wanted}\n  Result: PASS`] : blocks, code };
    },
  }),
  documentLint('lint-context', 'Checks the session context', 'docs/product/context.md'),
  documentLint('lint-lessons', 'Checks the table of lessons', 'docs/architecture/governance/lessons.md'),
  documentLint('lint-testcase', 'Checks a test case'),
];

function documentLint(name: string, summary: string, usual?: string): Command {
  return defineSubcommand({
    name,
    summary,
    better: 'All rules about the document apply, each finding with its line and its code.',
    fields: {
      path: { ...pathField, description: usual === undefined ? 'the file' : `the file (default: ${usual})` },
    },
    run: async ({ path }, own): Promise<SaidLines> => {
      const wanted = path ?? usual;
      if (wanted === undefined) return { lines: ['❌ name a file'], code: exitCodes.usage };
      const { findings, code } = await lint(own, wanted);
      const shown = findings.filter(({ severity }) => severity !== 'info');
      const lines = shown.map((one) => `  ✗ ${textOf(one['message'])} (line ${lineOf(one)})`);
      return lines.length === 0 ? { lines: [wanted, '  Result: PASS'], code } : { lines, code: exitCodes.findings };
    },
  });
}

async function lint(own: CallOwn, path: string): Promise<{ findings: readonly Fields[]; code: ExitCode }> {
  const { document, code } = await own('lint', '--format', 'json', '--', path);
  return { findings: objectsOf(document['findings']), code };
}

function specBlock(path: string, findings: readonly Fields[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const result =
    errors.length === 0 ? 'PASS' : `FAIL (${String(errors.length)} error(s), ${String(warnings.length)} warning(s))`;
  return [
    path,
    ...errors.map((one) => findingLine('[ERROR]', one)),
    ...warnings.map((one) => findingLine('[WARN] ', one)),
    `  Result: ${result}`,
  ].join('\n');
}

function findingLine(tag: string, finding: Fields): string {
  return `  ${tag} ${textOf(finding['code'])}: ${textOf(finding['message'])} (line ${lineOf(finding)})`;
}

function lineOf({ range }: Fields): string {
  const line = fieldsOf(fieldsOf(range)?.['start'])?.['line'];
  return typeof line === 'number' ? String(line + 1) : '1';
}
