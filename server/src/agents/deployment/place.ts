import type { Scope } from '../../operations/setUp/scope.js';
import { launcherPath } from './launcher.js';

/** Where something is deployed. */
export interface Place {
  readonly scope: Scope;
  /** What hooks and servers are called by: relative to the project, or absolute in the person's home folder. With `/`. */
  readonly launcher: string;
}

/** @param root the folder that is deployed in: absolute. */
export function calledFrom(scope: Scope, root: string): string {
  return scope === 'project' ? launcherPath : `${root.replaceAll('\\', '/').replace(/\/$/u, '')}/${launcherPath}`;
}
