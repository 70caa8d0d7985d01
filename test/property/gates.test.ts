import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unfinishedPlan } from '../../server/src/gates/support/unfinishedPlan.js';
import { documents } from '../../server/src/gates/conditions/documents.js';
import { evaluateGate } from '../../server/src/gates/evaluate.js';
import { gateNames } from '../../server/src/gates/gate.js';
import { resolveProfile } from '../../server/src/gates/profiles.js';
import { allConditions } from '../../server/src/gates/registry.js';
import { gateContext } from '../support/checkCondition.js';
import { generateProject } from '../support/generateProject.js';
import { runs } from '../support/runs.js';

const fragments = [
  '- [X] task',
  '* [ ] task',
  '### [STORY-0001] Title',
  '### [STORY-0002] Title',
  '### R1: name (MUST)',
  '### AC1: name (R9)',
  '## TC-1: name (AC9)',
  '## acceptance criterias',
  '| Status | Done |',
  '| Depends on | STORY-0099 |',
  '```',
  '<!-- pactwright-disable E004 -->',
  '',
];

/** A generated project with lines removed, doubled, exchanged or put in at random; some settings and a few mistakes. */
const mutatedProject = fc
  .record({
    items: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(20),
    code: fc.boolean(),
    settings: fc.constantFrom('', 'rules: { E004: warning }', 'rules: { PW705: off, W007: error }', 'compat: 2.20.0'),
    mutations: fc.array(
      fc.record({
        file: fc.nat(8),
        line: fc.nat(120),
        what: fc.constantFrom('remove', 'cut', 'double', 'swap', 'insert'),
        fragment: fc.constantFrom(...fragments),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ items, seed, code, settings, mutations }) => {
    const files = Array.from(generateProject(items, seed, { requirements: 2, prose: 4 }), ([path, text]) => ({
      path,
      lines: text.split('\n'),
    }));
    for (const { file, line, what, fragment } of mutations) {
      const { lines = [] } = files[file % files.length] ?? {};
      const at = line % lines.length;
      if (what === 'remove') lines.splice(at, 1);
      else if (what === 'cut') lines.splice(at, 8);
      else if (what === 'double') lines.splice(at, 0, lines[at] ?? '');
      else if (what === 'insert') lines.splice(at, 0, fragment);
      else lines.splice(at, 2, ...lines.slice(at, at + 2).reverse());
    }
    const parts = files.map(({ path, lines }) => `=== ${path}\n${lines.join('\n')}\n`);
    return { code, project: `${parts.join('')}${settings === '' ? '' : `=== configuration\n${settings}\n`}` };
  });

const resolved = resolveProfile('standard', { profiles: new Map() }, allConditions);

describe('gates and rules', () => {
  it('never refuse for a document what lints clean, and always what does not', async () => {
    const seen = { clean: 0, wrong: 0 };
    await fc.assert(
      fc.asyncProperty(mutatedProject, fc.constantFrom(...gateNames), async ({ project, code }, gate) => {
        const item = 'STORY-0001';
        const context = await gateContext({ project, item, gate, work: 'none', ...(code ? {} : { code: false }) });
        const own = new Set([`docs/specs/${item}.md`, `docs/test_cases/${item}_case.md`]);
        const errors = context.findings.filter(({ severity }) => severity === 'error');
        const isClean = errors.length === 0;
        const isOwn = errors.some((finding) => finding.item === item || own.has(finding.path));
        const { state, problems = [] } = await documents.check(context);
        if (isClean) expect(state, project).toBe('pass');
        if (isOwn) expect(state, project).toBe('fail');
        // Nothing of its own: every problem is an error that the rules found.
        const ids = new Set(errors.map(({ id }) => id));
        expect(problems.every(({ finding }) => finding !== undefined && ids.has(finding))).toBe(true);
        if (isClean) seen.clean++;
        if (isOwn) seen.wrong++;
      }),
      { numRuns: runs(300) },
    );
    expect(Math.min(seen.clean, seen.wrong), JSON.stringify(seen)).toBeGreaterThan(runs(20));
  });

  it('let an item pass the gate plan exactly where the rules leave nothing to finish in its documents', async () => {
    if (resolved.kind !== 'profile') throw new Error(resolved.message);
    const { profile } = resolved;
    await fc.assert(
      fc.asyncProperty(mutatedProject, async ({ project }) => {
        const context = await gateContext({ project, item: 'STORY-0001', gate: 'plan', work: 'none' });
        const { state } = await documents.check(context);
        const left = unfinishedPlan(context.findings, context.item);
        const { answer } = await evaluateGate(allConditions, profile, context, []);
        expect(answer, project).toBe(state === 'pass' && left.length === 0 ? 'allowed' : 'refused');
      }),
      { numRuns: runs(60) },
    );
  });
});
