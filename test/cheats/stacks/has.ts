import { execFileSync } from 'node:child_process';

/** Whether a program is there to be run. */
export function has(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
