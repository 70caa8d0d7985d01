import type { Span } from '../../server/src/markdown/span.js';

/** One file of a fixture, markers taken out. */
export interface FixtureFile {
  readonly path: string;
  readonly text: string;
  /** Where the rule must report, in document order. */
  readonly expected: readonly Span[];
  /** Stands for a file whose bytes are no text. */
  readonly unreadable: boolean;
}

export interface RuleFixture {
  readonly files: readonly FixtureFile[];
  /** Texts after all fixes, by path. */
  readonly fixed: ReadonlyMap<string, string>;
  readonly severities: readonly string[];
  /** The paths that git ignores; undefined where the fixture does not speak of git. */
  readonly ignoredByGit: ReadonlySet<string> | undefined;
}

/** Takes `⟦…⟧` out of a text; nested markers are allowed. */
export function extractMarkers(marked: string): { text: string; spans: Span[] } {
  let text = '';
  const open: number[] = [];
  const spans: Span[] = [];
  for (const unit of marked) {
    if (unit === '⟦') open.push(text.length);
    else if (unit === '⟧') {
      const start = open.pop();
      if (start === undefined) throw new Error('⟧ without ⟦ in a fixture');
      spans.push({ start, end: text.length });
    } else text += unit;
  }
  if (open.length > 0) throw new Error('⟦ without ⟧ in a fixture');
  return { text, spans: spans.sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** Reads the format that `test/fixtures/rules/README.md` describes. */
export function parseRuleFixture(source: string): RuleFixture {
  const files: FixtureFile[] = [];
  const fixed = new Map<string, string>();
  let severities: string[] = [];
  let ignoredByGit: ReadonlySet<string> | undefined;
  for (const part of source.split(/^=== /m).slice(1)) {
    const lineEnd = part.indexOf('\n');
    const head = part.slice(0, lineEnd).trim();
    const crlf = head.endsWith('⏎CRLF');
    const name = head.replace(/⏎\w+$/u, '').trim();
    const body = crlf ? part.slice(lineEnd + 1).replaceAll('\n', '\r\n') : part.slice(lineEnd + 1);
    if (name === 'severity') severities = body.trim().split(/\s+/);
    else if (name === 'git-ignored') ignoredByGit = new Set(body.trim().split('\n'));
    else if (name.startsWith('fixed ')) fixed.set(name.slice('fixed '.length), body);
    else {
      const { text, spans } = extractMarkers(body);
      files.push({ path: name, text, expected: spans, unreadable: head.endsWith('⏎UNREADABLE') });
    }
  }
  return { files, fixed, severities, ignoredByGit };
}
