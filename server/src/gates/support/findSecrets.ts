import { isTestPath } from '../../code/languageOf.js';
import type { AddedLine } from './addedLines.js';
import { entropyOf, isMixed, isPlaceholder, secretFormats } from './secretFormats.js';

/** Something that looks like a secret. */
export interface FoundSecret {
  /** With its article: `a GitHub token`. */
  readonly what: string;
  /** Never to be shown. */
  readonly value: string;
  /** From 0. */
  readonly line: number;
}

/** Longer lines are data that programs wrote; what is behind is not looked at, so that a file of one line costs little. */
const longestLine = 20_000;

const privateKey = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(.*)$/u;
/** The content of a key begins at most so many lines below, behind headers such as `Proc-Type`. */
const headers = 5;

/** Finds what looks like a secret in lines that were added to a file; linear in their length. */
export function findSecrets(path: string, lines: readonly AddedLine[]): readonly FoundSecret[] {
  const isTest = isTestPath(path);
  return lines.flatMap(({ line, text: whole }, index): readonly FoundSecret[] => {
    const text = whole.slice(0, longestLine);
    const below = lines.slice(index + 1, index + 1 + headers).map((next) => next.text.slice(0, longestLine));
    const found = [...keysIn(text, below), ...formatsIn(text, isTest)];
    return (found.length > 0 || isTest ? found : assignmentsIn(path, text)).map((one) => ({ ...one, line }));
  });
}

type Found = Omit<FoundSecret, 'line'>;

/** A line that only begins a key is a text about keys; there is one where its content follows. */
function keysIn(text: string, below: readonly string[]): readonly Found[] {
  const rest = privateKey.exec(text)?.[1];
  if (rest === undefined) return [];
  for (const part of [rest, ...below]) {
    const [content] = /[A-Za-z0-9+/]{32,}/u.exec(part) ?? [];
    if (content !== undefined && !isPlaceholder(content)) return [{ what: 'a private key', value: content }];
  }
  return [];
}

function formatsIn(text: string, isTest: boolean): readonly Found[] {
  return secretFormats.flatMap(({ name, pattern, mixed, fineInTests }) =>
    fineInTests && isTest
      ? []
      : Array.from(text.matchAll(pattern), ([all, group = all]): Found => ({ what: name, value: group })).filter(
          ({ value }) => !isPlaceholder(value) && (!mixed || isMixed(value)),
        ),
  );
}

const secretName = 'passw(?:or)?d|passphrase|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?';
const quoted = new RegExp(
  `(?:${secretName})([A-Za-z0-9_-]{0,40})["'\`\\]]{0,2}\\s{0,20}(?::=|=>|[:=])\\s{0,20}(["'\`])([^"'\`\\s]{12,200})\\2`,
  'giu',
);
const bare = new RegExp(
  `(?:${secretName})([A-Za-z0-9_-]{0,40})\\s{0,20}[:=]\\s{0,20}()([^"'\`\\s,;#]{12,200})\\s*$`,
  'giu',
);
/** In these, values are without quotes. */
const settings = /(?:^|\/)\.env(?:\.[^/]*)?$|\.(?:env|ini|properties|ya?ml|conf|cfg)$/iu;
/** What is named after a secret without being one: `tokenUrl`, `secret-name`, `tokenizer`. */
const aboutSecret =
  /^iz|(?:name|id|path|url|uri|type|field|header|file|endpoint|prefix|param|class|label|hint|policy|pattern|hash)s?$/iu;
const notSecret = /^(?:https?:|\.{0,2}\/|process\.|os\.|env\.|import\.|secrets?\.|vault:|arn:|ref\+)|\(|\$[A-Za-z_]/u;
const leastEntropy = 3.2;

function assignmentsIn(path: string, text: string): readonly Found[] {
  if (!/pass|pwd|secret|token|key|credential/iu.test(text)) return [];
  return [quoted, ...(settings.test(path) ? [bare] : [])]
    .flatMap((pattern) => Array.from(text.matchAll(pattern)))
    .flatMap(([, rest = '', , value = '']): readonly Found[] =>
      aboutSecret.test(rest) || notSecret.test(value) || isPlaceholder(value) || !isRandom(value)
        ? []
        : [{ what: 'a password or token', value }],
    );
}

/** Words have no digits among their letters, and repeat themselves more. */
function isRandom(value: string): boolean {
  return (
    /\d/u.test(value) &&
    /[A-Za-z]/u.test(value) &&
    /[A-Z]|[^A-Za-z0-9_-]|[a-f0-9]{20}/u.test(value) &&
    entropyOf(value) >= leastEntropy
  );
}
