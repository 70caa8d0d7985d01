import * as v from 'valibot';
import * as vscode from 'vscode';
import { lineNumber, listOf, offset, readJson, textOrNothing } from '../editor/schemas.js';

/** A question about a project that the page shows the answer of. */
export type HealthQuestion = 'doctor' | 'regression' | 'coverage';

/** A row of the page. */
export interface HealthRow {
  /** `error`, `warning` and `info` of doctor; `full`, `impact`, `skip` and `test` of regression; `block`, `warn`, `pass` and `unknown` of coverage. */
  readonly level: string;
  /** Relative to the root; empty if it is in no file. */
  readonly path: string;
  /** From 0; undefined if the whole file is meant. */
  readonly line: number | undefined;
  readonly message: string;
  /** What else to know, a line each. */
  readonly more: readonly string[];
  readonly fix: HealthFix | undefined;
}

/** What puts a finding right. */
export interface HealthFix {
  readonly title: string;
  /** A program and its arguments; `pactwright` is our own. */
  readonly command: readonly string[];
}

export interface HealthAnswer {
  /** Absolute. */
  readonly root: string;
  readonly rows: readonly HealthRow[];
}

const orNull = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), null);

const doctor = v.object({
  root: v.string(),
  findings: listOf(
    v.object({
      severity: v.string(),
      path: orNull(v.string()),
      line: orNull(lineNumber),
      message: v.string(),
      cause: orNull(v.string()),
      next: textOrNothing,
      fix: orNull(v.object({ title: v.string(), command: v.array(v.string()) })),
    }),
  ),
});

const regression = v.object({
  root: v.string(),
  files: listOf(v.object({ path: v.string(), scope: v.string(), why: textOrNothing })),
  tests: v.array(v.string()),
});

const coverage = v.object({
  root: v.string(),
  files: listOf(v.object({ path: v.string(), lines: offset, missed: v.array(lineNumber), tier: v.string() })),
});

/** Reads what the command line answered as JSON; undefined for anything else. */
export function readHealthAnswer(question: HealthQuestion, text: string): HealthAnswer | undefined {
  switch (question) {
    case 'doctor': {
      const read = readJson(doctor, text);
      return read && { root: read.root, rows: read.findings.map(doctorRow) };
    }
    case 'regression': {
      const read = readJson(regression, text);
      return (
        read && {
          root: read.root,
          rows: [
            ...read.files.map(({ path, scope, why }) => ({ ...plain(path), level: scope, message: why })),
            ...read.tests.map((path) => ({ ...plain(path), level: 'test', message: '' })),
          ],
        }
      );
    }
    case 'coverage': {
      const read = readJson(coverage, text);
      return (
        read && {
          root: read.root,
          rows: read.files.map(coverageRow).sort((a, b) => rank(a.level) - rank(b.level)),
        }
      );
    }
  }
}

const plain = (path: string): Omit<HealthRow, 'level' | 'message'> => ({
  path,
  line: undefined,
  more: [],
  fix: undefined,
});

function doctorRow({
  severity,
  path,
  line,
  message,
  cause,
  next,
  fix,
}: v.InferOutput<typeof doctor>['findings'][number]): HealthRow {
  // The button says it.
  const more = [cause ?? '', next === fix?.title ? '' : next].filter((text) => text !== '');
  return { level: severity, path: path ?? '', line: line ?? undefined, message, more, fix: fix ?? undefined };
}

function coverageRow({ path, lines, missed, tier }: v.InferOutput<typeof coverage>['files'][number]): HealthRow {
  const share = lines === 0 ? 100 : Math.floor(((lines - missed.length) * 100) / lines);
  const [first] = missed;
  const message = tier === 'unknown' ? '' : `${share} %`;
  const more = missed.length === 0 ? [] : [vscode.l10n.t('Lines that no test runs: {0}', linesIn(missed))];
  return { ...plain(path), level: tier, line: first, message, more };
}

/** `2–4, 7`, counted from 1. @param lines from 0, in order. */
function linesIn(lines: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}–${to + 1}`)).join(', ');
}

const ranks = ['block', 'warn', 'unknown', 'pass'];
const rank = (level: string): number => ranks.indexOf(level);
