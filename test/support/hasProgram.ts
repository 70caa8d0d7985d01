import { execFileSync } from 'node:child_process';

const known = new Map<string, boolean>();

/** Whether a program is there to be run. */
export function has(program: string, ...args: string[]): boolean {
  const call = [program, ...args].join(' ');
  const found = known.get(call) ?? runs(program, args);
  known.set(call, found);
  return found;
}

/** What to add to the title of tests that are left out without a program, so that the summary can say why; empty where it is there. */
export function unless(program: string, ...args: string[]): string {
  return has(program, ...args)
    ? ''
    : ` (skipped: the program ${args[0] === '-m' ? args[1] : program} is not installed)`;
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
