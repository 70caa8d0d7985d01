import { shellWord } from '../../base/shellWord.js';
import type { Scope } from '../../operations/setUp/scope.js';
import type { Layout } from './layout.js';
import { launcherPath } from './launcher.js';

/** Where something is deployed. */
export interface Place {
  readonly scope: Scope;
  /** What hooks and servers are called by: relative to the project, or absolute in the person's home folder. With `/`. */
  readonly launcher: string;
  /** The same in a command line of the program's shell. */
  readonly inShell: string;
}

/** Some programs run hooks where the session is at the moment, which may be below the project. */
const folders: Readonly<Record<string, string>> = {
  claude: '"$CLAUDE_PROJECT_DIR"/',
  gemini: '"$GEMINI_PROJECT_DIR"/',
  qwen: '"$QWEN_PROJECT_DIR"/',
};

/** @param root the folder that is deployed in: absolute. */
export function placeOf({ id, launcher: own }: Layout, scope: Scope, root: string): Place {
  if (own) return { scope, launcher: own.called, inShell: `"${own.called}"` };
  if (scope === 'project') return { scope, launcher: launcherPath, inShell: `${folders[id] ?? ''}${launcherPath}` };
  const launcher = `${root.replaceAll('\\', '/').replace(/\/$/u, '')}/${launcherPath}`;
  return { scope, launcher, inShell: shellWord(launcher) };
}
