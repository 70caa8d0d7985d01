import { parseYamlDocument } from '../../server/src/documents/yaml/parseYamlDocument.js';
import type { Span } from '../../server/src/markdown/span.js';
import type { Configuration } from '../../server/src/workspace/configuration.js';
import { readConfiguration } from '../../server/src/workspace/configuration.js';
import type { GitFacts } from '../../server/src/workspace/git/gitFacts.js';
import type { RecordedItems } from '../../server/src/workspace/recordedItems.js';
import { createGitFacts, type GitStatement, hashOfCommit, type OldText, parseGitStatement } from './gitFixture.js';
import { createRecordedItems } from './recordFixture.js';

/** One file of a fixture, markers taken out. */
interface FixtureFile {
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
  /** For each of the other fixes, in order: texts after it alone, by path. */
  readonly otherFixed: readonly ReadonlyMap<string, string>[];
  readonly severities: readonly string[];
  /** Undefined where the fixture does not speak of git. */
  readonly git: GitFacts | undefined;
  /** Undefined where the fixture does not speak of the record. */
  readonly record: RecordedItems | undefined;
  /** Undefined where the fixture does not speak of hooks. */
  readonly aroundHooks: ReadonlySet<string> | undefined;
  /** Undefined where the fixture has none of its own. */
  readonly configuration: Configuration | undefined;
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
  const otherFixed: Map<string, string>[] = [];
  const oldTexts: OldText[] = [];
  let severities: string[] = [];
  let ignored: ReadonlySet<string> | undefined;
  let git: GitStatement | undefined;
  const agreedTexts = new Map<string, string>();
  let recorded: string | undefined;
  let aroundHooks: ReadonlySet<string> | undefined;
  let configuration: Configuration | undefined;
  for (const part of source.split(/^=== /m).slice(1)) {
    const lineEnd = part.indexOf('\n');
    const head = part.slice(0, lineEnd).trim();
    const crlf = head.endsWith('⏎CRLF');
    const { name, argument, path } = readHead(head.replace(/⏎\w+$/u, '').trim());
    const body = crlf ? part.slice(lineEnd + 1).replaceAll('\n', '\r\n') : part.slice(lineEnd + 1);
    switch (name) {
      case 'severity':
        severities = body.trim().split(/\s+/);
        break;
      case 'git-ignored':
        ignored = new Set(body.trim().split('\n'));
        break;
      case 'git':
        git = parseGitStatement(body);
        break;
      case 'recorded':
        recorded = body;
        break;
      case 'around-hooks':
        aroundHooks = new Set(body.trim().split('\n').map(hashOfCommit));
        break;
      case 'agreed':
        agreedTexts.set(path, body);
        break;
      case 'configuration':
        configuration = configurationOf(body);
        break;
      case 'at':
        oldTexts.push({ commit: argument, path, text: body });
        break;
      case 'fixed':
        fixed.set(path, body);
        break;
      case 'other-fix': {
        const index = Number(argument) - 1;
        while (otherFixed.length <= index) otherFixed.push(new Map());
        otherFixed[index]?.set(path, body);
        break;
      }
      default: {
        const { text, spans } = extractMarkers(body);
        files.push({ path, text, expected: spans, unreadable: head.endsWith('⏎UNREADABLE') });
      }
    }
  }
  return {
    files,
    fixed,
    otherFixed,
    severities,
    git: git || ignored ? createGitFacts(git ?? {}, oldTexts, ignored) : undefined,
    record: recorded === undefined ? undefined : createRecordedItems(recorded, agreedTexts),
    aroundHooks,
    configuration,
  };
}

/** A part's name and what it takes; the name is empty for a file of the project. */
function readHead(head: string): { readonly name: string; readonly argument: string; readonly path: string } {
  const [name = '', argument = ''] = head.split(' ');
  switch (name) {
    case 'severity':
    case 'git-ignored':
    case 'git':
    case 'recorded':
    case 'around-hooks':
    case 'configuration':
      return { name, argument: '', path: '' };
    case 'agreed':
    case 'fixed':
      return { name, argument: '', path: head.slice(name.length + 1) };
    case 'at':
    case 'other-fix':
      return { name, argument, path: head.slice(name.length + argument.length + 2) };
    default:
      return { name: '', argument: '', path: head };
  }
}

export function configurationOf(yaml: string): Configuration {
  const { configuration, problems } = readConfiguration(parseYamlDocument(yaml).document);
  if (problems.length > 0)
    throw new Error(`configuration in a fixture: ${problems.map(({ message }) => message).join(', ')}`);
  return configuration;
}
