import path from 'node:path';
import { parseJson } from '../../../base/json.js';
import { read } from '../../../base/schema.js';
import { type SignedWord, signedWord } from '../../../gates/evidence/evidenceLog.js';
import { UsageError } from '../../../base/usageError.js';
import { openRecord } from '../../../project/openRecord.js';
import { defineCommand, rootField } from '../command.js';
import { exitCodes } from '../io.js';

/** A word is a few hundred characters. */
const longestInput = 64 * 1024;

/**
 * The editor's way to have a person's word recorded. It is read from the standard input, signed already; nothing here makes, signs or
 * trusts one.
 */
export const record = defineCommand({
  name: 'record',
  summary: 'Records a person’s decision, for the editor: reads one signed decision as JSON from the standard input',
  fields: { root: rootField },
  exitCodes: { 0: 'recorded', 2: 'a wrong command line, or a word that is not believed' },
  hidden: true,
  run: async ({ root }, io) => {
    const word = parseWord(await io.machine.terminal.readInput(longestInput));
    await io.machine.terminal.untilTermination(async (signal) => {
      const { log } = await openRecord(io.machine, path.resolve(io.cwd, root ?? '.'), signal);
      const doubt = log.doubtOf(word);
      if (doubt === 'unknownKey')
        throw new UsageError('the word is signed by a key that this machine does not trust: give it in the editor');
      if (doubt === 'badSignature')
        throw new UsageError('the word is not what was signed: give it again in the editor');
      await log.append({ kind: 'word', word });
    });
    return exitCodes.fine;
  },
});

/** @throws UsageError */
function parseWord(text: string): SignedWord {
  const word = text.length > longestInput ? undefined : read(signedWord, parseJson(text));
  if (!word) throw new UsageError('the standard input holds no signed word: the editor writes one');
  if (word.reason.trim() === '') throw new UsageError('the decision has no reason: say why');
  return word;
}
