import { extensionOf, languageOfExtension } from './languageOf.js';
import { blockComment, lineComment, quoted, slashComment } from './pieces.js';
import type { PieceAt } from './tokens.js';

/** Comments of C's kind. */
const slashes: PieceAt = (text, at, _previous, memory) => slashComment(text, at) ?? stringAt(text, at, memory);

/** Comments of the shell's kind: `#` at the start of a word. */
const hashes: PieceAt = (text, at, previous, memory) => {
  if (text.charCodeAt(at) === 35 && previous?.end !== at) return lineComment(text, at);
  return stringAt(text, at, memory);
};

/** Comments of SQL's and Lua's kind. */
const dashes: PieceAt = (text, at, _previous, memory) => {
  if (text.startsWith('--[[', at)) return blockComment(text, at, '--[[', ']]');
  if (text.startsWith('--', at)) return lineComment(text, at);
  if (text.startsWith('{-', at)) return blockComment(text, at, '{-', '-}', true);
  if (text.startsWith('/*', at)) return blockComment(text, at, '/*', '*/');
  return stringAt(text, at, memory);
};

/** Markup with scripts and styles in it. */
const markup: PieceAt = (text, at, previous, memory) =>
  text.startsWith('<!--', at) ? blockComment(text, at, '<!--', '-->') : slashes(text, at, previous, memory);

const stringAt = (text: string, at: number, memory: Parameters<PieceAt>[3]): ReturnType<PieceAt> => {
  const quote = text.charAt(at);
  return quote === '"' || quote === "'" ? quoted(text, at, quote, quote, memory) : undefined;
};

const extensionsOf: readonly (readonly [PieceAt, string])[] = [
  [slashes, 'c h cc cpp cxx hh hpp hxx m mm kt kts swift scala groovy gradle dart php proto zig sol scss less css'],
  [hashes, 'sh bash zsh fish pl pm r jl ex exs tf nix ps1 pyi rake gemspec nim cr'],
  [dashes, 'sql lua hs elm adb ads vhdl'],
  [markup, 'vue svelte astro html'],
];

const syntaxes: ReadonlyMap<string, PieceAt> = new Map(
  extensionsOf.flatMap(([syntax, extensions]) => extensions.split(' ').map((extension) => [extension, syntax])),
);

/** How the comments of a file are distinguished from its code, in the languages whose tests are not found. */
export function otherSyntaxOf(path: string): PieceAt | undefined {
  return syntaxes.get(extensionOf(path));
}

/** Whether a file is one of source code, by its name: one in which tests or deferrals can be. */
export function isSourcePath(path: string): boolean {
  const extension = extensionOf(path);
  return languageOfExtension(extension) !== undefined || syntaxes.has(extension);
}
