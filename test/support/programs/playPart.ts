/**
 * What an agent does in a phase: its part of a cheat, or of the cheat's honest twin, in the folder it works in.
 *
 *     node playPart.js NAME cheat|honest STACK
 */
import { carryOut, deskIn } from '../../cheats/play.js';
import { allPlaced, partOf, placedElsewhere, playedPhases } from '../../cheats/inPhases.js';
import { openGitRepository } from '../gitRepository.js';

const [, , name, side, stack] = process.argv;
const { PACTWRIGHT_PHASE, PACTWRIGHT_STATE = '' } = process.env;
const phase = playedPhases.find((one) => one === PACTWRIGHT_PHASE);
const all = [...allPlaced, ...placedElsewhere];
const placed = all.find((one) => one.cheat.name === name && one.stack.name === stack);
if (!placed || !phase || (side !== 'cheat' && side !== 'honest')) throw new Error(`nothing to play: ${name} ${side}`);

const folder = process.cwd();
const lastCommitAt = Number(openGitRepository(folder).git('log', '-1', '--format=%ct')) * 1000;
const desk = deskIn(openGitRepository(folder, lastCommitAt), PACTWRIGHT_STATE);
// A reviewer has to say so.
if (phase === 'check') console.log('VERDICT: PASS');
carryOut(partOf(placed, side, phase), desk, placed.stack, placed.cheat).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
