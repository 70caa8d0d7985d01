import type { Grammar } from '../grammar.js';
import { insertion, type StubEdit } from '../stub.js';
import type { TestBody } from '../askedCallsOf.js';
import type { AskedOutside } from './asked.js';
import * as javaScript from './inJavaScript.js';
import * as python from './inPython.js';

export type { AskedOutside } from './asked.js';

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
  return [
    ...bodies.flatMap(({ body, own }) => body.begin(`${name}([${own.join(', ')}])`)),
    insertion(text.length, helper),
  ];
}
