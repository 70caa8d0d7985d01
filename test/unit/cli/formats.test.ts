import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { formatGithub } from '../../../server/src/reports/findings/github.js';
import { formatJson } from '../../../server/src/reports/findings/json.js';
import { formatJunit } from '../../../server/src/reports/findings/junit.js';
import { formatSarif } from '../../../server/src/reports/findings/sarif.js';
import { formatText } from '../../../server/src/reports/findings/text.js';
import { countSeverities, type LintReport } from '../../../server/src/reports/findings/lintReport.js';
import type { Finding } from '../../../server/src/rules/finding.js';
import { allRules } from '../../../server/src/rules/registry.js';

const nasty = 'Größe <b>&"\'\u0007\u001b[31m, 100%: 1\r\n2 ]]> \uFFFF';

function finding(change: Partial<Finding>): Finding {
  return {
    id: '0123456789abcdef',
    code: 'E004',
    rule: 'no-requirements',
    severity: 'error',
    path: 'docs/specs/STORY-001.md',
    range: { start: { line: 2, character: 4 }, end: { line: 2, character: 9 } },
    message: 'The message.',
    ...change,
  };
}

function report(findings: readonly Finding[], change: Partial<LintReport> = {}): LintReport {
  const files = [...new Set([...findings.map(({ path }) => path), 'docs/specs/STORY-009.md'])];
  return {
    root: '/projects/a b',
    files,
    findings,
    counts: countSeverities(findings),
    baselined: 0,
    stale: 0,
    rules: allRules,
    ...change,
  };
}

const lineSpanning = finding({
  severity: 'info',
  code: 'W008',
  path: 'docs/specs/STORY, 100% ü.md',
  range: { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } },
  message: nasty,
  related: [{ path: 'docs/product/sprint_board.md', range: finding({}).range, message: 'The other end.' }],
});
const findings = [finding({}), finding({ severity: 'warning', message: 'Another.' }), lineSpanning];

describe('text', () => {
  it('groups by file, counts from 1 and says how to go on', () => {
    expect(formatText(report(findings), false)).toBe(`docs/specs/STORY-001.md
  3:5  error    E004  The message.
  3:5  warning  E004  Another.

docs/specs/STORY, 100% ü.md
  1:1  info     W008  Größe <b>&"'[31m, 100%: 1 2 ]]> \uFFFF

1 error, 1 warning, 1 info in 2 of 3 files.
\`pactwright rules E004\` explains a finding and how to fix it.
`);
  });

  it('says when there is nothing, and what a baseline did', () => {
    expect(formatText(report([]), false)).toBe('No findings in 1 file.\n');
    expect(formatText(report([], { baselined: 1, stale: 2 }), false)).toBe(`No findings in 1 file.
1 finding hidden by the baseline.
2 baseline entries no longer found: \`--write-baseline\` removes them.
`);
  });
});

describe('json', () => {
  it('gives each finding its fix and its other end, and nothing else', () => {
    const fix = { title: 'Do it', safe: true, edits: [{ span: { start: 0, end: 1 }, newText: '' }] };
    const json: unknown = JSON.parse(formatJson(report([finding({ fix }), lineSpanning])));
    expect(json).toEqual({
      version: 1,
      root: '/projects/a b',
      files: 3,
      findings: [{ ...finding({}), fix: { title: 'Do it', safe: true } }, lineSpanning],
      counts: { error: 1, warning: 0, info: 1 },
    });
  });
});

describe('sarif', () => {
  it('has no path that leads out of its base', async () => {
    const found = [
      finding({ path: '../test_cases/a b.md' }),
      finding({ related: [{ path: '../../x.md', range: finding({}).range, message: 'm' }] }),
    ];
    const log = JSON.parse(await formatSarif(report(found, { root: '/p/docs/specs' }), '1.0.0')) as object;
    const text = JSON.stringify(log);
    expect(text).toContain('"originalUriBaseIds":{"ROOT":{"uri":"file:///p/"}}');
    const uris = Array.from(text.matchAll(/"artifactLocation":\{"uri":"([^"]*)"/gu), ([, uri]) => uri);
    expect(uris).toEqual(['docs/test_cases/a%20b.md', 'docs/specs/docs/specs/STORY-001.md', 'x.md']);
  });

  const schema = JSON.parse(
    readFileSync(new URL('../../fixtures/schemas/sarif-2.1.0-rtm.5.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>; // a JSON Schema is an object
  // Of draft 4, which Ajv does not speak; what this schema uses of it differs from draft 7 in the name of its id only.
  delete schema['$schema'];
  delete schema['id'];
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat('uri', (value) => URL.canParse(value));
  ajv.addFormat('uri-reference', (value) => URL.canParse(value, 'file:///root/'));
  ajv.addFormat('date-time', (value) => !Number.isNaN(Date.parse(value)));
  const validate = ajv.compile(schema);

  it.each([
    ['no findings', []],
    ['findings', findings],
  ])('is valid with %s', async (_, some) => {
    validate(JSON.parse(await formatSarif(report(some), '1.2.3')));
    expect(validate.errors).toBeNull();
  });

  it('is held to the schema by this test', () => {
    expect(validate({ version: '2.1.0', runs: [{ results: [{ message: {} }] }] })).toBe(false);
  });

  it('names rules, places from 1, the fingerprint and the other end', async () => {
    const log = JSON.parse(await formatSarif(report(findings), '1.2.3')) as {
      runs: { tool: { driver: { rules: { id: string }[] } }; originalUriBaseIds: object; results: object[] }[];
    }; // valid, as the test above says
    const [run] = log.runs;
    const ruleIndex = run?.tool.driver.rules.findIndex(({ id: own }) => own === 'W008');
    expect(run?.tool.driver.rules).toHaveLength(allRules.length);
    expect(run?.originalUriBaseIds).toEqual({ ROOT: { uri: 'file:///projects/a%20b/' } });
    expect(run?.results[2]).toMatchObject({
      ruleId: 'W008',
      ruleIndex,
      level: 'note',
      message: { text: nasty },
      partialFingerprints: { 'pactwrightFinding/v1': '0123456789abcdef' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'docs/specs/STORY%2C%20100%25%20%C3%BC.md', uriBaseId: 'ROOT' },
            region: { startLine: 1, startColumn: 1, endLine: 4, endColumn: 1 },
          },
        },
      ],
      relatedLocations: [{ id: 1, message: { text: 'The other end.' } }],
    });
  });
});

describe('junit', () => {
  it('has a suite per file, failures for errors only, and escapes what XML cannot hold', () => {
    expect(formatJunit(report(findings))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="pactwright" tests="4" failures="1" errors="0">
  <testsuite name="docs/specs/STORY-001.md" tests="2" failures="1" errors="0">
    <testcase classname="docs/specs/STORY-001.md" name="E004 no-requirements 3:5"><failure type="E004" message="The message.">docs/specs/STORY-001.md:3:5: The message.</failure></testcase>
    <testcase classname="docs/specs/STORY-001.md" name="E004 no-requirements 3:5"><system-out>warning: docs/specs/STORY-001.md:3:5: Another.</system-out></testcase>
  </testsuite>
  <testsuite name="docs/specs/STORY, 100% ü.md" tests="1" failures="0" errors="0">
    <testcase classname="docs/specs/STORY, 100% ü.md" name="W008 no-requirements 1:1"><system-out>info: docs/specs/STORY, 100% ü.md:1:1: Größe &lt;b&gt;&amp;&quot;&apos;[31m, 100%: 1  2 ]]&gt; </system-out></testcase>
  </testsuite>
  <testsuite name="docs/specs/STORY-009.md" tests="1" failures="0" errors="0">
    <testcase classname="docs/specs/STORY-009.md" name="no findings"/>
  </testsuite>
</testsuites>
`);
  });

  it('leaves out half a character', () => {
    expect(formatJunit(report([finding({ message: 'a\uD83Db' })]))).toContain('message="ab"');
  });
});

describe('github', () => {
  it('writes one workflow command per finding, escaped so that none can be slipped in', () => {
    expect(formatGithub(report(findings), undefined)).toBe(
      [
        '::error file=docs/specs/STORY-001.md,line=3,endLine=3,col=5,endColumn=9,title=E004 no-requirements::The message.',
        '::warning file=docs/specs/STORY-001.md,line=3,endLine=3,col=5,endColumn=9,title=E004 no-requirements::Another.',
        `::notice file=docs/specs/STORY%2C 100%25 ü.md,line=1,endLine=4,title=W008 no-requirements::${nasty
          .replace('%', '%25')
          .replace('\r\n', '%0D%0A')}`,
        '',
      ].join('\n'),
    );
  });

  it('names files from the checkout where the root is a part of it', () => {
    expect(formatGithub(report([finding({})]), '/projects')).toContain('file=a b/docs/specs/STORY-001.md,');
    expect(formatGithub(report([finding({})]), '/projects/a b')).toContain('file=docs/specs/STORY-001.md,');
    expect(formatGithub(report([finding({})]), '/elsewhere')).toContain('file=docs/specs/STORY-001.md,');
    expect(formatGithub(report([finding({ path: '../docs/a.md' })]), '/projects')).toContain('file=docs/a.md,');
  });
});
