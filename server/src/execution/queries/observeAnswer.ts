import { count } from '../../base/count.js';
import { signalsIn } from '../../code/browserSignals.js';
import { Refused } from '../../operations/errorCodes.js';
import { openCodeFolder } from '../../project/codeFolder.js';
import { readProjectFile } from '../operations/readProjectFile.js';
import { insideOf } from './codeQuestion.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** What a HAR file or a log of the console tells. */
export async function observeAnswer(
  { machine, folder, signal }: QueryScene,
  { file }: { readonly file: string },
): Promise<QueryAnswer> {
  const { root } = await openCodeFolder(machine, folder, signal);
  const path = insideOf(root, folder, file);
  const text = await readProjectFile(root, path, machine.files);
  if (text === undefined) throw new Refused('not-found', `there is no ${file}`);
  const signals = signalsIn(text);
  if (!signals) throw new Refused('unreadable', `${file} is no HAR file and no log of a console`);
  const of = (severity: string): number => signals.filter((one) => one.severity === severity).length;
  const lines = signals.map(
    ({ severity, kind, message, times }) =>
      `${severity.padEnd(7)}  ${kind}  ${message}${times > 1 ? ` (${times} times)` : ''}`,
  );
  return {
    message: [
      ...lines,
      `${count(of('error'), 'error')}, ${count(of('warning'), 'warning')}, ${count(of('info'), 'hint')} in ${path}`,
    ].join('\n'),
    data: { path, signals },
    isBad: of('error') + of('warning') > 0,
  };
}
