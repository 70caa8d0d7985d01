import { isDriven } from '../../execution/runLog/runFile.js';
import { formatGivenUp } from '../../reports/run.js';
import { givenUp } from '../../runs/runView.js';
import { UsageError } from '../../base/usageError.js';
import { defineCommand, formatField, rootField } from './command.js';
import { openScene, packetField, runField, runOption, say } from './driveHere.js';
import { exitCodes } from './io.js';

export const deadCommand = defineCommand({
  name: 'run dead',
  summary: 'Lists what a run has given up: the step, the whole last error, and what cannot start because of it',
  fields: { run: runField, root: rootField, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: async ({ format, ...which }, io) => {
    const { opened } = await openScene(which, io);
    const packets = givenUp(opened.fold.state);
    io.out(
      format === 'json'
        ? `${JSON.stringify({ version: 1, run: opened.id, packets }, undefined, 2)}\n`
        : formatGivenUp(packets),
    );
    return exitCodes.fine;
  },
});

export const retryCommand = defineCommand({
  name: 'run retry',
  summary: 'Tries again what a run has given up: the items that you name, or all of them',
  fields: {
    items: { ...packetField, type: 'texts', description: 'items or packets of the run (default: all given up)' },
    run: runOption,
    root: rootField,
  },
  examples: [['run retry STORY-042 STORY-043', 'build, review and merge both once more']],
  exitCodes: { 0: 'done' },
  run: async ({ items, ...which }, io) => {
    const { opened } = await openScene(which, io);
    const { state } = opened.fold;
    if (state.mode === 'aborted') throw new UsageError(`the run ${opened.id} was aborted: start a new one`);
    const dead = givenUp(state).map(({ id }) => id);
    for (const item of items)
      if (!dead.includes(item))
        throw new UsageError(`${item} was not given up (\`pactwright run dead\` lists what was)`);
    const wanted = items.length > 0 ? [...new Set(items)] : dead;
    if (wanted.length === 0) throw new UsageError(`nothing was given up in the run ${opened.id}`);
    for (const packet of wanted) await say(opened, { kind: 'answered', packet, answer: 'again' });
    const isDone = await isDriven(io.machine, state);
    io.out(`${wanted.join(', ')}: once more.${isDone ? '' : ' `pactwright run resume` continues the run.'}\n`);
    return exitCodes.fine;
  },
});
