import { pactkitConfigPaths } from '../documents/documentPaths.js';
import type { Project } from './project.js';

/**
 * The developer's prefix of new item ids (`al` in `STORY-al-042`), from the `pactkit.yaml` that counts: the first of its places
 * that has one (formats reference, A8). Undefined where none is set.
 */
export function developerOf(project: Pick<Project, 'ofKind'>): string | undefined {
  const all = project.ofKind('pactkitConfig');
  const path = pactkitConfigPaths.find((one) => all.some((document) => document.path === one));
  const root = all.find((document) => document.path === path)?.model.root;
  if (root?.kind !== 'map') return undefined;
  const value = root.pairs.find(({ key }) => key.value === 'developer')?.value;
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
  return value.value.trim() || undefined;
}
