import path from 'node:path';
import { type KeptRun, type KeptRunPorts, keptRun } from './keptRun.js';

/**
 * The run of `lint` that this process was started for.
 *
 * @param build tells one build of Pactwright from any other.
 * @param args what is behind `lint`.
 * @returns undefined if this account has no place to keep anything.
 */
export function openKeptRun(
  build: string,
  args: readonly string[],
  { homeOf, ...ports }: KeptRunPorts & { readonly homeOf: () => string },
): KeptRun | undefined {
  const home = homeOfAccount(homeOf);
  if (home === undefined) return undefined;
  return keptRun({
    args,
    build,
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
