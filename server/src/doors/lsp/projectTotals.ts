import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FindingCounts } from '../../project/judgement.js';
import type { ProjectWatch } from '../../project/projectWatch.js';
import type { AdoptionOffer, BaselineFile, LintSummary } from '../../protocol.js';
import { createBaseline, renderBaseline } from '../../rules/baseline.js';

/** A project with more findings than this is offered a baseline. */
const mostUnoffered = 50;

/** The offer of a baseline; undefined for a project that has one, or has few findings. */
export function adoptionOffer(project: ProjectWatch): AdoptionOffer | undefined {
  const { errors, warnings, infos } = project.counts();
  const findings = errors + warnings + infos;
  if (findings <= mostUnoffered || project.hasBaseline()) return undefined;
  return { root: pathToFileURL(project.root).href, name: path.basename(project.root), findings };
}

export function toBaselineFile(project: ProjectWatch): BaselineFile {
  return {
    uri: project.uriOf(project.configuration().baseline),
    content: renderBaseline(createBaseline(project.allFindings())),
    name: path.basename(project.root),
    exists: project.hasBaseline(),
    ...project.countAll(),
  };
}

/** What all projects hold together. */
export function summaryOf(projects: readonly ProjectWatch[], showsHidden: boolean): LintSummary {
  const counts = projects.map((project) => project.counts());
  const sum = (key: keyof FindingCounts): number => counts.reduce((total, one) => total + one[key], 0);
  return {
    projects: projects.length,
    items: projects.reduce((total, project) => total + project.trace().items.length, 0),
    documents: sum('documents'),
    errors: sum('errors'),
    warnings: sum('warnings'),
    infos: sum('infos'),
    baselined: sum('baselined'),
    baselinedFiles: sum('baselinedFiles'),
    showsHidden,
  };
}
