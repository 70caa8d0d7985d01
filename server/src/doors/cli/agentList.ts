import type { Agent } from '../../agents/agent.js';
import { type PhaseSettings, saidAgents } from '../../agents/phaseChoice.js';
import { detectAgents } from '../../agents/detect.js';
import { type KnownRoles, leaderName } from '../../agents/roles.js';
import { findInstalled } from '../../execution/programs/findProgram.js';
import { knownAgents } from '../../execution/agents/knownAgents.js';
import { readPhaseSettings } from '../../execution/agents/phaseSettings.js';
import { findSessionPlace } from '../../execution/agents/sessionPlace.js';
import { formatAgents } from '../../reports/agents.js';
import { phaseNames } from '../../agents/phase.js';
import { defineCommand, formatField } from './command.js';
import { type ExitCode, exitCodes, type Io, warner } from './io.js';

/** `pactwright agent list`. */
export const listCommand = defineCommand({
  name: 'agent list',
  summary: 'Shows which agents are installed, and where to get the others',
  fields: { format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: list,
});

async function list({ format }: { readonly format: 'text' | 'json' }, io: Io): Promise<ExitCode> {
  const agents = await knownAgents(io.machine, warner(io));
  const { repository } = await findSessionPlace(io.machine, io.cwd);
  const outside = { folder: io.cwd, repository };
  const detections = await io.machine.terminal.untilTermination((signal) =>
    detectAgents(agents, {
      processes: io.machine.processes,
      find: (program) => findInstalled(io.machine, program, { outside }),
      env: { ...io.machine.places.env, ELECTRON_RUN_AS_NODE: undefined },
      folder: io.machine.places.home,
      signal,
    }),
  );
  if (format === 'text') io.out(formatAgents(agents, detections));
  else {
    const told = agents.map(({ id, name, installPage, interactive, headless, models, resumes }, index) => ({
      id,
      name,
      installPage,
      interactive: interactive !== undefined,
      headless: headless !== undefined,
      models,
      resumes,
      ...detections[index],
    }));
    const installed = agents.filter((_, index) => detections[index]?.found === true);
    const { settings, roles } = await readPhaseSettings(io.machine, io.cwd, warner(io));
    const named = Array.from(roles.roles.values(), ({ name, title }) => ({ name, title }));
    const phases = chosenByPhase(installed, settings, roles);
    io.out(`${JSON.stringify({ version: 1, agents: told, phases, roles: named }, undefined, 2)}\n`);
  }
  return exitCodes.fine;
}

/** The agents that settings name for a phase, as far as they are installed; without those phases for which they name none. */
function chosenByPhase(
  installed: readonly Agent[],
  settings: PhaseSettings,
  { roles }: KnownRoles,
): Readonly<Record<string, readonly string[]>> {
  const ids = new Set(installed.map(({ id }) => id));
  return Object.fromEntries(
    phaseNames.flatMap((phase): [string, readonly string[]][] => {
      const role = roles.get(leaderName(phase, settings));
      const said = role && saidAgents({ phase, role }, settings).map(({ value }) => value.filter((id) => ids.has(id)));
      const chosen = said?.find((value) => value.length > 0);
      return chosen ? [[phase, chosen]] : [];
    }),
  );
}
