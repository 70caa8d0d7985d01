import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AdoptionOffer } from '../../protocol.js';
import type { FindingCounts, ProjectWatch } from '../../project/projectWatch.js';

/** A project with more findings than this is offered a baseline: nobody reads that many at a first look. */
const threshold = 50;

/** Offers a baseline to each project with too many findings, once. */
export function createAdoptionOffers(
  offer: (offer: AdoptionOffer) => void,
): (project: Pick<ProjectWatch, 'root' | 'hasBaseline'>, counts: FindingCounts) => void {
  const offered = new Set<string>();
  return ({ root, hasBaseline }, { errors, warnings, infos }) => {
    const findings = errors + warnings + infos;
    if (findings <= threshold || hasBaseline() || offered.has(root)) return;
    offered.add(root);
    offer({ root: pathToFileURL(root).href, name: path.basename(root), findings });
  };
}
