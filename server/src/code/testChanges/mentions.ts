import type { CodeFile } from './codeFile.js';
import type { TestStretch } from './layout.js';

const known = new WeakMap<TestStretch, ReadonlyMap<string, readonly number[]>>();
const none: readonly number[] = [];

/** Where a test names a variable, members of that name left out; the test is read once. */
export function mentionsOf({ tokens }: CodeFile, stretch: TestStretch, name: string): readonly number[] {
  let places = known.get(stretch);
  if (!places) {
    const found = new Map<string, number[]>();
    for (const at of stretch.own) {
      if (tokens.at(at).kind !== 'word' || tokens.is(at - 1, '.')) continue;
      const word = tokens.read(at);
      const list = found.get(word);
      if (list) list.push(at);
      else found.set(word, [at]);
    }
    known.set(stretch, (places = found));
  }
  return places.get(name) ?? none;
}
