import { parseDocument } from '../../documents/parseDocument.js';
import { testCaseFor } from '../../documents/testCase/testCaseTemplate.js';
import { Refused } from '../errorCodes.js';

/**
 * The test case of a spec that is not written yet.
 *
 * @param folder of the test cases, relative to the project root.
 */
export async function testCaseOfText(
  spec: { readonly path: string; readonly text: string },
  folder: string,
): Promise<{ readonly path: string; readonly text: string }> {
  const testCase = testCaseFor(await parseDocument('spec', spec.path, spec.text), folder);
  if (!testCase) throw new Refused('not-allowed', `${spec.path} has no acceptance criterion to write a scenario for`);
  return testCase;
}
