import type { WorkChange } from '../../workspace/work/work.js';
import { addedLines } from './addedLines.js';

/**
 * How runners and compilers say that something is not there; what it is is in the group. Node.js, Vite, esbuild, TypeScript;
 * Python; Go; Rust; Java.
 */
const missing: readonly RegExp[] = [
  /Cannot find (?:module|package) ['"]([^'"\n]{1,300})['"]/gu,
  /(?:Failed to resolve import|Could not resolve|Unable to resolve path to module) ['"]([^'"\n]{1,300})['"]/gu,
  /Failed to load url (\S{1,300})/gu,
  /(?:does not provide an export named|has no exported member(?: named)?|Cannot find name|Package subpath) ['"]([^'"\n]{1,300})['"]/gu,
  /No matching export in "[^"\n]{1,300}" for import "([^"\n]{1,200})"/gu,
  /Property ['"]([^'"\n]{1,200})['"] does not exist/gu,
  /([\w$.]{1,200}) is not (?:a function|a constructor|defined|iterable)/gu,
  /\(reading '([^'\n]{1,200})'\)/gu,
  /No module named '?([\w.]{1,200})/gu,
  /cannot import name '([^'\n]{1,200})'/gu,
  /has no attribute '([^'\n]{1,200})'/gu,
  /name '([^'\n]{1,200})' is not defined/gu,
  /unexpected keyword argument '([^'\n]{1,200})'/gu,
  /fixture '([^'\n]{1,200})' not found/gu,
  /No such file or directory: '([^'\n]{1,300})'/gu,
  /ENOENT: no such file or directory, \w+ '([^'\n]{1,300})'/gu,
  /undefined: ([\w.]{1,200})/gu,
  /([\w.]{1,200}) undefined \(type/gu,
  /package (\S{1,300}) is not in (?:std|GOROOT)/gu,
  /no required module provides package (\S{1,300})/gu,
  /no Go files in (\S{1,300})/gu,
  /unknown field (\w{1,200})/gu,
  /(?:too many|not enough) arguments in call to ([\w.]{1,200})/gu,
  /value in argument to ([\w.]{1,200})/gu,
  /cannot find [^`\n]{1,80}`([^`\n]{1,200})`/gu,
  /unresolved import `([^`\n]{1,200})`/gu,
  /(?:could not find|no|unresolved module or unlinked crate|missing crate|use of undeclared [^`\n]{1,40}) `([^`\n]{1,200})`/gu,
  /no [a-z ]{1,60} (?:named )?`([^`\n]{1,200})` (?:found|in|on)/gu,
  /takes \d+ [^\n]{1,60} supplied[\s\S]{0,600}?\bfn (\w{1,200})/gu,
  /symbol:\s{1,9}(?:class|method|variable|interface) (\w{1,200})/gu,
  /package ([\w.]{1,200}) does not exist/gu,
  /(?:constructor|method) (\w{1,200}) in (?:class|interface|record|enum) [\w.<>]{1,200} cannot be applied/gu,
];

/** So much of a message is read. */
const longest = 20_000;

/** What a message says is not there: modules, files, names. */
export function missingNames(message: string): readonly string[] {
  const text = message.slice(0, longest);
  return [...new Set(missing.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name = '']) => name)))];
}

/**
 * Whether a name is one that changes bring: of an added file or of a folder it is in, or a word of a line that was added.
 *
 * @param changes of source code.
 */
export function namesAdded(changes: readonly WorkChange[]): (name: string) => boolean {
  const words = new Set<string>();
  for (const change of changes) {
    if (change.kind === 'added') for (const part of change.path.split('/')) words.add(stemOf(part));
    for (const { text } of addedLines(change))
      for (const [word] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) words.add(word);
  }
  return (name) => {
    const last = name.split(/[?#]/u)[0]?.replace(/\/+$/u, '').split('/').at(-1) ?? '';
    return [stemOf(last), ...last.split(/\.|::/u).slice(-1)].some((word) => words.has(word));
  };
}

/** A file's name without its extension. */
function stemOf(name: string): string {
  return name.replace(/\.\w+$/u, '') || name;
}
