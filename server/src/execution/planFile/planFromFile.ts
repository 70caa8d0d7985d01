import path from 'node:path';
import { count } from '../../base/count.js';
import { UsageError } from '../../base/usageError.js';
import { orRefused } from '../../operations/orRefused.js';
import { Refused } from '../../operations/errorCodes.js';
import type { PlannedEvent } from '../../runs/event.js';
import { readPlanFile } from '../../sources/specOrch/planFile.js';
import { findDefaultBranch } from '../../workspace/git/defaultBranch.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { configurationAt } from '../queries/projectCommand.js';
import { newRunId } from '../runLog/runFile.js';
import { limitsOfRun, placeOf, requireAutoMerge, type RunRequest } from '../runs/planRun.js';

/**
 * Plans a run of the packets of a plan file, and writes nothing. What they say is kept in the run: later changes to the file change
 * nothing.
 *
 * @param file absolute.
 * @throws UsageError if no agent is named; Refused for a file that is no plan.
 */
export async function planFromFile(
  request: RunRequest,
  file: string,
  { machine, signal }: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<PlannedEvent> {
  const { terms, review } = request;
  const [build] = terms.build.agents;
  const [reviewer] = terms.review.agents;
  if (!request.isSketch && (build === undefined || (review !== false && reviewer === undefined)))
    throw new UsageError('name who works and who reviews: --agent and --review-agent, or --no-review');
  if (request.items.length > 0) throw new UsageError('--plan works on all packets of the file: name no items');
  const content = await machine.disk.readFile(file, 'utf8').catch(() => {
    throw new Refused('unreadable', `${file} cannot be read`);
  });
  const { packets, tasks } = readPlanFile(content);
  const commands = Object.values(tasks).flatMap(({ checks }) => checks);
  if (commands.length > 0 && !terms.trustCommands && !request.isSketch)
    throw new Refused(
      'not-allowed',
      `the plan runs ${count(commands.length, 'command')} to check the work, such as \`${commands[0]?.command.join(' ') ?? ''}\`: read them, and pass --trust-commands`,
    );
  const repository = orRefused(await machine.git.repository(request.folder, signal));
  const refs = orRefused(await machine.git.refs(repository, signal));
  const target = request.target ?? findDefaultBranch(refs, undefined);
  if (target === undefined || !refs.refs.some(({ name }) => name === `refs/heads/${target}`))
    throw new Refused('not-found', `there is no branch ${target ?? 'to merge into'}: name one with --target`);
  const agents = {
    ...(build === undefined ? {} : { build }),
    ...(review === false || reviewer === undefined ? {} : { review: reviewer }),
  };
  const folder = path.join(repository.top, repository.prefix);
  requireAutoMerge(terms, (await configurationAt(machine, folder)).gates);
  const run = newRunId(machine.clock());
  return {
    kind: 'planned',
    run,
    folder,
    ...placeOf(run, target, packets, { ...terms, plan: tasks }),
    limits: limitsOfRun(request, agents, packets.length),
  };
}
