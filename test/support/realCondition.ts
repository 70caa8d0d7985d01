import { expect } from 'vitest';
import type { Condition } from '../../server/src/gates/condition.js';
import { testsPass } from '../../server/src/gates/conditions/testsPass.js';
import { change, checkCondition, type ExpectedOutcome } from './checkCondition.js';
import { labOf, labProject, memoryLog } from './labOf.js';

const spec = '# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It adds\n';

type Texts = Readonly<Record<string, string>>;

export interface RealCase {
  readonly before: Texts;
  /** What the item adds and changes. */
  readonly after: Texts;
}

/**
 * Asks a condition about an item in a real repository, with real runners, whose tests pass; twice, the second time with nothing
 * started.
 */
export async function checkReal(
  condition: Condition,
  { before, after }: RealCase,
  expected: ExpectedOutcome,
  { runsAgain = expected.state === 'unknown' }: { readonly runsAgain?: boolean } = {},
): Promise<void> {
  const repository = labProject({ 'docs/specs/STORY-001.md': spec, ...before });
  const base = repository.git('rev-parse', 'HEAD');
  repository.commit('STORY-001: add', after);
  const files = { 'docs/specs/STORY-001.md': spec, ...before, ...after };
  const project = Object.entries(files)
    .map(([path, text]) => `=== ${path}\n${text}`)
    .join('');
  const log = memoryLog();
  const changes = Object.entries(after).map(([path, text]) => change(path, before[path], text));
  const first = labOf(repository, { log });
  const asked = { project, work: { base, tree: repository.git('rev-parse', 'HEAD^{tree}'), changes } };
  await checkCondition(testsPass, { ...asked, lab: first }, { state: 'pass' });
  await checkCondition(condition, { ...asked, lab: first }, expected);
  const second = labOf(repository, { log });
  await checkCondition(testsPass, { ...asked, lab: second }, { state: 'pass' });
  await checkCondition(condition, { ...asked, lab: second }, expected);
  if (!runsAgain) expect(second.starts()).toBe(0);
}
