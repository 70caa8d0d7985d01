import type { Grammar } from '../grammar.js';
import { insertion, type StubEdit } from '../stub.js';
import type { TestBody } from '../askedCallsOf.js';
import * as javaScript from './inJavaScript.js';
import * as python from './inPython.js';

/** What a test file asks of the product, for a program that asks the same. */
export interface AskedOutside {
  /** As they are written, with nothing but literals. */
  readonly calls: readonly string[];
  /** The names that they use: from which file, relative to the test's, and what they are called there; the file as a whole without. */
  readonly sources: readonly { readonly local: string; readonly from: string; readonly name?: string }[];
  /** The same as statements, where a program can say it so. */
  readonly imports: readonly string[];
  /** Around what a test says that fails. */
  readonly mark: string;
}

/** What has tests ask before they do anything else, and fail if the calls of theirs give something else in a program of their own. */
export function askingEdits(
  asked: AskedOutside,
  bodies: readonly { readonly body: TestBody; readonly own: readonly number[] }[],
  { grammar, text }: { readonly grammar: Grammar; readonly text: string },
): readonly StubEdit[] {
  const [name, helper] =
    grammar === 'python'
      ? [python.askName, python.inPython(asked)]
      : [javaScript.askName, javaScript.inJavaScript(asked, /^(?:import|export)\b/mu.test(text))];
  return [...bodies.map(({ body, own }) => body.begin(`${name}([${own.join(', ')}])`)), insertion(text.length, helper)];
}
