import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../server/src/rules/finding.js';
import { type CompatVersion, defaultConfiguration } from '../../server/src/workspace/configuration.js';
import { lintFiles } from '../support/lintFiles.js';
import { describeWithShared, filesBelow } from '../support/shared.js';

/** What PactKit reports: the code, the line where it gives one, and the words its message is about. */
type Verdict = readonly [code: string, line: number | null, argument: null | string | readonly (string | null)[]];

type Verdicts = Readonly<Record<string, readonly Verdict[]>>;

/** Where our findings are others than PactKit's, and why that is right. */
interface Deviation {
  readonly where: 'corpus' | 'spec-lint';
  readonly file: string;
  readonly versions: readonly CompatVersion[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** The defect's number in the list of PactKit's defects. */
  readonly bug?: number;
  readonly reason?: string;
}

const versions: readonly CompatVersion[] = ['2.10.6', '2.20.0'];

const deviations = readJson(join(import.meta.dirname, 'deviations.json')) as readonly Deviation[]; // checked below

describe('the deviations', () => {
  it.each(deviations)('$where $file: says what differs and why', ({ missing, extra, bug, reason, versions: of }) => {
    expect(missing.length + extra.length).toBeGreaterThan(0);
    expect(of.length).toBeGreaterThan(0);
    if (bug === undefined) expect(reason?.length ?? 0).toBeGreaterThan(20);
    else expect(bug).toSatisfy((number: number) => Number.isInteger(number) && number >= 1 && number <= 13);
  });
});

describeWithShared('PactKit’s verdicts on the corpus', ['corpus', 'pactkit'], (folder) => {
  const expected = (version: CompatVersion): Verdicts =>
    // the folder's README describes the file
    (readJson(join(folder, 'expected-lint.json')) as Record<string, Verdicts>)[`pactkit ${version}`] ?? {};
  describe.each(versions)('%s', (version) => {
    compare('corpus', version, join(folder, 'docs', 'specs'), () => expected(version));
  });
});

describeWithShared('PactKit’s verdicts on the made specs', ['fixtures', 'spec-lint'], (folder) => {
  const expected = (version: CompatVersion): Verdicts => {
    const { cases } = readJson(join(folder, '..', 'spec-lint-expected.json')) as {
      cases: Record<string, { peer_2_10_6: readonly Verdict[]; peer_2_20_0: readonly Verdict[] }>;
    }; // the file's own `_meta` describes it
    return Object.fromEntries(
      Object.entries(cases).map(([file, verdict]) => [
        file,
        version === '2.10.6' ? verdict.peer_2_10_6 : verdict.peer_2_20_0,
      ]),
    );
  };
  describe.each(versions)('%s', (version) => {
    compare('spec-lint', version, folder, () => expected(version));
  });
});

/** One test for all: what differs, file by file, is what the deviations list, no more and no less. */
function compare(
  where: Deviation['where'],
  version: CompatVersion,
  folder: string,
  expectedVerdicts: () => Verdicts,
): void {
  it('are ours, but for the deviations listed', async () => {
    const verdicts = expectedVerdicts();
    const files = filesBelow(folder, '.md').map((path) => ({
      path: `docs/specs/${basename(path)}`,
      text: readFileSync(path, 'utf8'),
    }));
    expect(files.map(({ path }) => basename(path)).sort()).toEqual(Object.keys(verdicts).sort());

    const { findings } = await lintFiles(files, { ...defaultConfiguration, compat: version });
    const own = findings.filter(({ code }) => /^[EW]\d{3}$/u.test(code));
    const actual = Object.entries(verdicts).flatMap(([file, verdict]) => {
      const difference = differenceOf(
        verdict,
        own.filter(({ path }) => basename(path) === file),
      );
      return difference.missing.length + difference.extra.length === 0 ? [] : [{ file, ...difference }];
    });
    const listed = deviations
      .filter((deviation) => deviation.where === where && deviation.versions.includes(version))
      .map(({ file, missing, extra }) => ({ file, missing, extra }));
    expect(sorted(actual)).toEqual(sorted(listed));
    for (const { code, severity } of own)
      expect([code, severity]).toEqual([code, code.startsWith('E') ? 'error' : 'warning']);
  });
}

function differenceOf(
  verdicts: readonly Verdict[],
  findings: readonly Finding[],
): { readonly missing: readonly string[]; readonly extra: readonly string[] } {
  const left = [...findings];
  const missing: string[] = [];
  for (const verdict of verdicts) {
    const at = left.findIndex((finding) => saysTheSame(finding, verdict));
    if (at < 0) missing.push(verdict[0]);
    else left.splice(at, 1);
  }
  return { missing: missing.sort(), extra: left.map(({ code }) => code).sort() };
}

// Which of two messages of one code is meant: PactKit's texts are not ours, so other words mark them.
const wordsOf: Readonly<Record<string, string>> = {
  'E009 missing-section': 'has no `## Security Scope` section',
  'E009 no-SEC-entry': 'lists no checks',
  'W011 missing-section': 'has no `## Dependency Surface` section',
};

function saysTheSame({ code, message, range }: Finding, [wanted, line, argument]: Verdict): boolean {
  if (code !== wanted || (line !== null && line !== range.start.line + 1)) return false;
  return [argument ?? []]
    .flat()
    .filter((word) => word !== null)
    .flatMap((word) => wordsOf[`${code} ${word}`] ?? word.split(', '))
    .every((word) => message.includes(word));
}

function sorted<T extends { readonly file: string }>(list: readonly T[]): readonly T[] {
  return [...list].sort((a, b) => (a.file < b.file ? -1 : 1));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
