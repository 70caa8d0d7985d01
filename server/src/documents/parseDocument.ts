import type { Block } from '../markdown/blocks.js';
import { createLineIndex } from '../markdown/lineIndex.js';
import { scanBlocks } from '../markdown/scanBlocks.js';
import type { AnyDocument, DocumentKind, Models, Problem } from './document.js';
import type { Board } from './board/board.js';
import { itemOf, testCaseFormat } from './documentKind.js';
import { parseArchive } from './archive/parseArchive.js';
import { parseBoard } from './board/parseBoard.js';
import { parseContext } from './context/parseContext.js';
import { parseGovernanceRules } from './governanceRules/parseGovernanceRules.js';
import { parseLessons } from './lessons/parseLessons.js';
import { parseSpec } from './spec/parseSpec.js';
import { parseTestCase } from './testCase/parseTestCase.js';
import { reparseBoard } from './board/reparseBoard.js';
import { type CommentSyntax, findSuppressions } from './suppressions.js';

/** A model with what its parser could not make sense of. */
type Parsed<K extends DocumentKind = DocumentKind> = {
  [Kind in K]: {
    readonly kind: Kind;
    readonly model: Models[Kind];
    readonly problems: readonly Problem[];
    readonly blocks: readonly Block[];
  };
}[K];

/**
 * Parses one document. Never throws, whatever the text; what cannot be read is in `problems`. The parsers of YAML and Gherkin
 * are loaded the first time they are needed.
 *
 * @param path relative to the project root, with `/`.
 * @param before the document as it was, if it was: of a board is taken over what stands where it stood.
 */
export async function parseDocument<K extends DocumentKind>(
  kind: K,
  path: string,
  text: string,
  before?: AnyDocument,
): Promise<AnyDocument & { readonly kind: K }>;
export async function parseDocument(
  kind: DocumentKind,
  path: string,
  text: string,
  before?: AnyDocument,
): Promise<AnyDocument> {
  const item = itemOf(kind, path);
  const { model, problems, blocks } = await parseModel(kind, path, text, before);
  // Kind and model belong together, as they come from one member of a union; spread, they would cost several times as much.
  return {
    kind,
    path,
    text,
    lines: createLineIndex(text),
    blocks,
    model,
    problems,
    suppressions: findSuppressions(text, blocks, commentsOf(kind, path)),
    ...(item === undefined ? {} : { item }),
  } as AnyDocument;
}

function commentsOf(kind: DocumentKind, path: string): CommentSyntax {
  if (kind === 'config' || kind === 'pactkitConfig') return 'yaml';
  return kind === 'testCase' && testCaseFormat(path) === 'feature' ? 'feature' : 'markdown';
}

async function parseModel(
  kind: DocumentKind,
  path: string,
  text: string,
  before: AnyDocument | undefined,
): Promise<Parsed> {
  switch (kind) {
    case 'pactkitConfig':
    case 'config': {
      const { parseYamlDocument } = await import('./yaml/parseYamlDocument.js');
      const { document, problems } = parseYamlDocument(text, kind === 'config' ? '1.2' : '1.1');
      return { kind, model: document, problems, blocks: [] };
    }
    case 'testCase':
      return parseTestCaseDocument(path, text);
    case 'board':
      return parseBoardDocument(text, before);
    default:
      return parseMarkdown(kind, text, scanBlocks(text));
  }
}

/** Words taken over hold the whole text they were cut out of, so after so many edits all are read again. */
const mostTextsHeld = 20;
const textsHeld = new WeakMap<Board, number>();

function parseBoardDocument(text: string, before: AnyDocument | undefined): Parsed<'board'> {
  const held = before?.kind === 'board' ? (textsHeld.get(before.model) ?? 0) + 1 : 0;
  if (before?.kind !== 'board' || held > mostTextsHeld) {
    const blocks = scanBlocks(text);
    const { board, problems } = parseBoard(text, blocks);
    return { kind: 'board', model: board, problems, blocks };
  }
  const { board, problems, blocks } = reparseBoard(text, before);
  textsHeld.set(board, held);
  return { kind: 'board', model: board, problems, blocks };
}

type MarkdownKind = Exclude<DocumentKind, 'pactkitConfig' | 'config' | 'testCase' | 'board'>;

function parseMarkdown(kind: MarkdownKind, text: string, blocks: readonly Block[]): Parsed {
  switch (kind) {
    case 'spec': {
      const { spec, problems } = parseSpec(text, blocks);
      return { kind, model: spec, problems, blocks };
    }
    case 'archive': {
      const { archive, problems } = parseArchive(text, blocks);
      return { kind, model: archive, problems, blocks };
    }
    case 'context': {
      const { context, problems } = parseContext(text, blocks);
      return { kind, model: context, problems, blocks };
    }
    case 'lessons': {
      const { lessons, problems } = parseLessons(text, blocks);
      return { kind, model: lessons, problems, blocks };
    }
    case 'governanceRules': {
      const { governanceRules, problems } = parseGovernanceRules(text);
      return { kind, model: governanceRules, problems, blocks };
    }
  }
}

async function parseTestCaseDocument(path: string, text: string): Promise<Parsed<'testCase'>> {
  const format = testCaseFormat(path);
  const blocks = format === 'feature' ? [] : scanBlocks(text);
  const parsed =
    format === 'markdown'
      ? parseTestCase(text, blocks)
      : (await import('./testCase/feature.js')).parseFeature(text, format, blocks);
  return {
    kind: 'testCase',
    model: parsed.testCase,
    problems: parsed.problems,
    blocks,
  };
}
