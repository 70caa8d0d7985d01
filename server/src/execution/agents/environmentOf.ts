import { fieldsOf, laidOver, parseJsonWithComments } from '../../base/json.js';
import type { AgentRun } from './agentRun.js';
import type { AgentStart } from '../../agents/agent.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The agent's own surroundings: the person's, what it needs, and what tells it and its hooks which session this is. */
export function environmentOf(
  {
    machine,
    env,
    folder,
    mode,
    item,
    phase,
    warn,
  }: Pick<AgentRun, 'machine' | 'env' | 'folder' | 'mode' | 'item' | 'phase' | 'warn'>,
  { start, session, log }: { readonly start: AgentStart; readonly session: string; readonly log: string },
): Variables {
  const before = { ...machine.places.env, ...env };
  return {
    ...before,
    ...settingsOver(before, start.env ?? {}, warn),
    // The editor's own program is Node.js only for us.
    ELECTRON_RUN_AS_NODE: undefined,
    // Where a shell would be; OpenCode takes it for the folder to work in.
    PWD: folder,
    PACTWRIGHT_SESSION: session,
    PACTWRIGHT_SESSION_LOG: log,
    PACTWRIGHT_MODE: mode,
    PACTWRIGHT_ROOT: folder,
    PACTWRIGHT_ITEM: item,
    PACTWRIGHT_PHASE: phase,
  };
}

/** Settings that a variable holds as a JSON object are laid over those that the person has in it. */
function settingsOver(before: Variables, ours: Variables, warn: (text: string) => void): Variables {
  return Object.fromEntries(
    Object.entries(ours).map(([name, text]) => {
      const over = fieldsOf(parseJsonWithComments(text ?? ''));
      const own = before[name] ?? '';
      // Within a session of ours, the variable holds that one's settings.
      if (!over || own.trim() === '' || before['PACTWRIGHT_SESSION'] !== undefined) return [name, text];
      const under = fieldsOf(parseJsonWithComments(own));
      if (!under) warn(`${name} is not a JSON object, so your settings in it are ignored: fix it, or unset it`);
      return [name, under ? JSON.stringify(laidOver(under, over)) : text];
    }),
  );
}
