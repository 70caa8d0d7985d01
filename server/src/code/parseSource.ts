import { createLineIndex } from '../markdown/lineIndex.js';
import { csharp } from './csharp.js';
import { deferralMark, findDeferrals } from './deferrals.js';
import { go } from './go.js';
import { java } from './java.js';
import { commentsOnFile, eachLocated } from './labels.js';
import type { Language } from './language.js';
import { languageFacts } from './languageFacts.js';
import { isTestPath, languageOf } from './languageOf.js';
import { otherSyntaxOf } from './otherSyntaxes.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import type { SourceFile, SourceLanguage } from './sourceFile.js';
import { scanTokens, type Tokens } from './tokens.js';
import { typescript } from './typescript.js';

const languages: Readonly<Record<SourceLanguage, Language>> = { typescript, python, go, java, csharp, rust, ruby };

/**
 * Whether parsing would find anything in a file, as far as that is known without parsing.
 */
export function mayHoldFacts(path: string, text: string): boolean {
  return text.includes(deferralMark) || mayHoldTests(path, text);
}

function mayHoldTests(path: string, text: string): boolean {
  const language = languageOf(path);
  if (language === undefined) return false;
  return languageFacts[language].testsBeside?.every((part) => text.includes(part)) ?? isTestPath(path);
}

/**
 * A text taken apart as the language of its file does it; linear in the text. Undefined for a file of another language than
 * those whose tests are found.
 *
 * @param path tells the language by its extension.
 */
export function readTokens(path: string, text: string): Tokens | undefined {
  const language = languageOf(path);
  return language === undefined ? undefined : scanTokens(text, languages[language].pieceAt);
}

/**
 * Reads a file of source code for its tests and deferrals. Strings and comments are distinguished from code as the language does it, so
 * that a test within them is none. Never throws, on any text; linear in the text.
 *
 * @param path relative to the project root, with `/`: its extension tells the language, its name whether it may hold tests.
 */
export function parseSource(path: string, text: string): SourceFile {
  const language = languageOf(path);
  const lines = createLineIndex(text);
  const file = { path, text, lines, ...(language === undefined ? {} : { language }) };
  const nothing: SourceFile = { ...file, isTest: isTestPath(path), tests: [], labels: [], deferrals: [] };
  const pieceAt = language === undefined ? otherSyntaxOf(path) : languages[language].pieceAt;
  const mayDefer = text.includes(deferralMark);
  const mayTest = mayHoldTests(path, text);
  if (!pieceAt || !(mayDefer || mayTest)) return nothing;
  const tokens = scanTokens(text, pieceAt);
  const deferrals = mayDefer ? findDeferrals(tokens) : [];
  if (language === undefined || !mayTest) return { ...nothing, deferrals };
  const { tests, labels, ownsFirst } = languages[language].findTests(tokens);
  return {
    ...nothing,
    isTest: nothing.isTest || tests.length > 0,
    tests,
    labels: [...eachLocated(text, commentsOnFile(tokens, ownsFirst)), ...labels],
    deferrals,
  };
}
