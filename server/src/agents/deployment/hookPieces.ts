import type { JsonPiece, Piece } from '../../operations/setUp/piece.js';
import type { HookMoment } from '../agent.js';
import { agentNamed } from '../registry.js';
import type { Layout } from './layout.js';
import type { Place } from './place.js';
import { openCodeGuardPlugin } from './openCodeGuardPlugin.js';

/** The hooks of a program: those of its events that we answer. */
export function hookPieces({ id, agent = id, hooks }: Layout, place: Place): readonly Piece[] {
  const guard = agentNamed(agent)?.guard;
  if (!hooks || !guard) return [];
  const events = Object.entries(guard.moments).filter(([, moment]) => moment !== 'other');
  const { path, form } = hooks;
  switch (form) {
    case 'opencode':
      return [{ kind: 'file', path, text: openCodeGuardPlugin(place.launcher) }];
    case 'claude':
      return events.map(([event, moment]) =>
        element(path, event, { hooks: [{ type: 'command', command: called(place, agent, event, moment) }] }),
      );
    case 'copilot':
      return [
        version(path),
        ...events.map(([event, moment]) => {
          const command = called(place, agent, event, moment);
          return element(path, event, { type: 'command', bash: command, powershell: command });
        }),
      ];
    case 'cursor':
      return [
        version(path),
        ...events.map(([event, moment]) => element(path, event, { command: called(place, agent, event, moment) })),
      ];
  }
}

const version = (path: string): JsonPiece => ({ kind: 'json', path, keys: ['version'], value: 1 });

const element = (path: string, event: string, value: unknown): JsonPiece => ({
  kind: 'json',
  path,
  keys: ['hooks', event],
  value,
  isElement: true,
});

function called({ inShell }: Place, agent: string, event: string, moment: HookMoment): string {
  const required = moment === 'tool' ? '--required ' : '';
  return `node ${inShell} ${required}hook ${agent} ${event}`;
}
