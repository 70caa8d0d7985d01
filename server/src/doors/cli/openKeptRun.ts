import path from 'node:path';
import { type KeptRun, type KeptRunOptions, type KeptRunPorts, keptRun } from './keptRun.js';

/**
 * The run that this process was started for.
 *
 * @returns undefined if this account has no place to keep anything.
 */
export function openKeptRun(
  started: Pick<KeptRunOptions, 'build' | 'command' | 'args'>,
  { homeOf, ...ports }: KeptRunPorts & { readonly homeOf: () => string },
): KeptRun | undefined {
  const home = homeOfAccount(homeOf);
  if (home === undefined) return undefined;
  return keptRun({
    ...started,
    cwd: process.cwd(),
    env: process.env,
    terminal: process.stdout.isTTY,
    ...ports,
    platform: process.platform,
    home,
    print: ({ out, err, code }) => {
      process.stderr.write(err);
      process.stdout.write(out);
      process.exitCode = code;
    },
  });
}

/** In a container an account may have no home, or none that is a path. */
function homeOfAccount(homeOf: () => string): string | undefined {
  try {
    const home = homeOf();
    return path.isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
