import { suggestRoute } from '../../agents/phases/suggestRoute.js';
import { isSourcePath } from '../../code/otherSyntaxes.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Answer } from '../../operations/operation.js';
import { openCodeFolder } from '../../project/codeFolder.js';
import type { QueryScene } from './query.js';

/** Which phase a wish begins with. */
export async function routeAnswer(
  { machine, folder, signal }: QueryScene,
  { wish }: { readonly wish: string },
): Promise<Answer> {
  if (wish.trim() === '') throw new Refused('invalid-input', 'the wish is empty: say in a sentence what is wanted');
  const { paths } = await openCodeFolder(machine, folder, signal);
  const { route, reasons, open } = suggestRoute(wish, paths.filter(isSourcePath));
  return {
    message: [
      `${route}: pactwright phase ${route}`,
      ...reasons.map((reason) => `  ${reason}`),
      ...(open.length === 0 ? [] : ['Open:', ...open.map((one) => `  ${one}`)]),
    ].join('\n'),
    data: { route, reasons, open },
  };
}
