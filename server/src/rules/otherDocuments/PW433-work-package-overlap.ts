import { globsMeet } from '../../base/globs.js';
import { defineRule, type Report } from '../rule.js';
import { namesOf, packagesBeside } from './workPackages.js';

export const workPackageOverlap = defineRule({
  code: 'PW433',
  name: 'work-package-overlap',
  summary: 'Two Spec Kitty work packages that do not depend on each other own the same files',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['workPackage'],
  noPlaceForComment: true,
  why: 'Work packages that can change the same file share a lane: they are worked on one after the other in one worktree, although nothing else keeps them apart.',
  fix: 'Give each file to one of them, or add the dependency that is meant. The comparison is exact: globs overlap if a path exists that matches both.',
  pactkit: 'PactKit does not read this file.',
  *check(document, { project }): Generator<Report> {
    const { id, ownedFiles } = document.model;
    if (ownedFiles.length === 0) return;
    const others = packagesBeside(document.path, project).filter(({ model }) => model.id !== id);
    const needs = new Map(others.map(({ model }) => [model.id, namesOf(model.dependencies)]));
    needs.set(id, namesOf(document.model.dependencies));
    // The later one reports it, once.
    for (const other of others.filter(({ model }) => model.id < id)) {
      const theirs = namesOf(other.model.ownedFiles);
      const shared = ownedFiles.find(({ value }) => theirs.some((glob) => globsMeet(value, glob)));
      if (!shared || leadsTo(needs, id, other.model.id) || leadsTo(needs, other.model.id, id)) continue;
      yield {
        span: shared.span,
        anchor: `${shared.value} ${other.model.id}`,
        message: `${id} and ${other.model.id} can both change ${shared.value}, so they share a lane and are not worked on at the same time. Give the files to one of them, or let one depend on the other.`,
        related: [{ document: other, span: other.model.idSpan, message: `${other.model.id} is here` }],
      };
    }
  },
});

/** Whether one package depends on another, directly or by others. */
function leadsTo(needs: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const next of needs.get(at) ?? []) {
      if (next === to) return true;
      open.push(next);
    }
  }
  return false;
}
