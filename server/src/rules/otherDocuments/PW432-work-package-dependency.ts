import { findCycles } from '../drift/cycles.js';
import { defineRule, type Report } from '../rule.js';
import { namesOf, packagesBeside } from './workPackages.js';

export const workPackageDependency = defineRule({
  code: 'PW432',
  name: 'work-package-dependency',
  summary: 'A Spec Kitty work package depends on one that does not exist, or on itself in a circle',
  severity: 'error',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['workPackage'],
  noPlaceForComment: true,
  why: 'A work package starts when everything that it depends on is approved. What does not exist is never approved, and packages in a circle wait for each other forever.',
  fix: 'Use the id of a work package of the same mission, or remove the dependency.',
  pactkit: 'PactKit does not read this file.',
  *check(document, { project }): Generator<Report> {
    const { id, dependencies } = document.model;
    if (dependencies.length === 0) return;
    const packages = packagesBeside(document.path, project);
    const known = packages.map(({ model }) => model.id);
    const edges = new Map(packages.map(({ model }) => [model.id, namesOf(model.dependencies)]));
    const circle = findCycles(edges).find((one) => one.includes(id)) ?? [];
    for (const { value, span } of dependencies) {
      const meant = known.find((other) => other !== id && numberOf(other) === numberOf(value));
      if (!known.includes(value))
        yield {
          span,
          message: `${id} depends on ${value}, which is not a work package of this mission, so it never starts. ${meant === undefined ? 'Create it, or remove the dependency.' : `Did you mean ${meant}?`}`,
          ...(meant === undefined
            ? {}
            : { fix: { title: `Change it to ${meant}`, safe: false, edits: [{ span, newText: meant }] } }),
        };
      else if (value === id || (circle.includes(id) && circle.includes(value)))
        yield {
          span,
          message: `${id} waits for itself: ${[...circle, circle[0] ?? id].join(' → ')}. Remove one of these dependencies.`,
        };
    }
  },
});

/** The number of an id, as a zero too few is the usual slip; an id that is none has none. */
function numberOf(id: string): number | string {
  return /^WP\d+$/u.test(id) ? Number(id.slice(2)) : id;
}
