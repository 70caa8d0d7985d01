import { languageFacts } from '../languageFacts.js';
import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';
import { unitsOf } from './units.js';

/** By imported name: the module it comes from, as the file writes it. TypeScript and Python only. */
export function importsOf(code: CodeFile): ReadonlyMap<string, string> {
  const { tokens, language } = code;
  const found = new Map<string, string>();
  if (!dialects[language].isDynamic) return found;
  for (const { first, last } of unitsOf(code).filter((unit) => unit.isImport)) {
    let from: string | undefined;
    const names: string[] = [];
    for (let at = first; at <= last; at++) {
      const token = tokens.at(at);
      if (token.kind === 'string') from ??= tokens.text.slice(token.inner.start, token.inner.end);
      else if (token.kind === 'word') names.push(tokens.read(at));
    }
    if (languageFacts[language].imports === 'dotted') {
      let at = first + 1;
      let module = '';
      while (at <= last && !tokens.is(at, 'import')) module += tokens.read(at++);
      from = tokens.is(first, 'from') ? module : names.slice(1).join('.');
    }
    if (from !== undefined) for (const name of names) if (!keywords.has(name)) found.set(name, from);
  }
  return found;
}

const keywords = new Set('import from as type const let var require default await typeof'.split(' '));
