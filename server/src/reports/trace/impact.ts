import type { TestTrace } from '../../trace/graph.js';
import type { Impact } from '../../trace/impact.js';
import { plainText } from '../../base/plainText.js';

/**
 * What has to be looked at again, a line each.
 *
 * @param path of the project, relative to the root; empty for the root itself.
 */
export function formatImpact(path: string, impact: Impact): string {
  const { requirements, criteria, scenarios, tests, files, dependents } = listed(impact);
  const part = impact.part === undefined ? '' : `/${impact.part}`;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Requirements', requirements],
    ['Criteria', criteria],
    ['Scenarios', scenarios.map(({ path: file, name }) => `${file}: ${name}`)],
    ['Tests', tests.map(({ path: file, line, name }) => `${file}:${line}: ${name}`)],
    ['Files', files],
    ['Items that depend on it', dependents.map((way) => way.path.join(' → '))],
  ];
  const lines = [`If ${impact.item}${part} changes${path === '' ? '' : ` in ${plainText(path)}`}, check:`];
  for (const [title, entries] of sections)
    if (entries.length > 0) lines.push(`  ${title}`, ...entries.map((entry) => `    ${plainText(entry)}`));
  if (lines.length === 1) lines.push('  nothing found');
  return `${lines.join('\n')}\n`;
}

type ImpactOfProject = { readonly path: string; readonly impact: Impact };

/** As plain data for programs; lines count from 1. */
export function impactData(impacts: readonly ImpactOfProject[]): readonly object[] {
  return impacts.map(({ path, impact }) => ({
    path,
    item: impact.item,
    part: impact.part ?? null,
    ...listed(impact),
  }));
}

/** One JSON document. */
export function impactJson(root: string, impacts: readonly ImpactOfProject[]): string {
  return `${JSON.stringify({ version: 1, root, projects: impactData(impacts) }, undefined, 2)}\n`;
}

interface Listed {
  readonly requirements: readonly string[];
  readonly criteria: readonly string[];
  readonly scenarios: readonly { readonly path: string; readonly name: string }[];
  readonly tests: readonly { readonly path: string; readonly line: number; readonly name: string }[];
  readonly files: readonly string[];
  readonly dependents: Impact['dependents'];
}

function listed({ requirements, criteria, scenarios, tests, files, dependents }: Impact): Listed {
  return {
    requirements: requirements.map(({ requirement: { id, name } }) => `${id} ${name.value}`),
    criteria: criteria.map(({ criterion: { id, name } }) => `${id} ${name.value}`),
    scenarios: scenarios.map(({ document, scenario: { id, name } }) => ({
      path: document.path,
      name: id ? `${id.value} ${name.value}` : name.value,
    })),
    tests: tests.map(testPlace),
    files: [...new Set(files.map(({ named }) => named.value))],
    dependents,
  };
}

function testPlace({ file, test }: TestTrace): Listed['tests'][number] {
  return { path: file.path, line: file.lines.positionAt(test.name.span.start).line + 1, name: test.name.value };
}
