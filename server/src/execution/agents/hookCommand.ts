import type { Machine } from '../../workspace/machine.js';

/**
 * Our own command line as an agent calls it for its hooks: this very program, so that it need not be in the PATH.
 *
 * @param agent its id.
 * @returns undefined where it cannot be called so: the editor's own program is Node.js only where a variable says so, and Windows has
 * no program that sets one.
 */
export function hookCommand(
  { self, places }: Pick<Machine, 'self' | 'places'>,
  agent: string,
): readonly string[] | undefined {
  if (self.script === undefined) return undefined;
  const command = [self.node, self.script, 'hook', agent];
  if (!self.isElectron) return command;
  return places.platform === 'win32' ? undefined : ['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1', ...command];
}
