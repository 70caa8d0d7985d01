import { memoEach } from '../../base/memo.js';
import { addTo, none } from '../../base/same.js';
import type { CodeFile } from './codeFile.js';
import type { TestStretch } from './layout.js';

type Tokens = CodeFile['tokens'];

const placesOf = memoEach<TestStretch, { readonly tokens: Tokens }, ReadonlyMap<string, readonly number[]>>();

/** Where a test names a variable, members of that name left out; the test is read once. */
export function mentionsOf({ tokens }: CodeFile, stretch: TestStretch, name: string): readonly number[] {
  return placesOf(stretch, { tokens }, () => readPlaces(tokens, stretch)).get(name) ?? none;
}

function readPlaces(tokens: Tokens, { own }: TestStretch): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const at of own) if (tokens.at(at).kind === 'word' && !tokens.is(at - 1, '.')) addTo(found, tokens.read(at), at);
  return found;
}
