import { describe, expect, it } from 'vitest';
import { phaseProject } from '../../support/phaseProject.js';
import { answers, board, built, code, planned, spec, title, why } from '../../support/phaseStory.js';

describe('a story from an empty repository', () => {
  it('is planned, built, checked and closed, and ends in the archive and in a commit', async () => {
    const project = phaseProject();
    const plan = await project.run('plan', undefined, { plan: [planned] }, { about: title, yes: true });
    expect(plan.outcome, why(plan)).toBe('passed');
    expect(plan.prompts).toHaveLength(1);
    expect(answers(plan)).toEqual(['plan allowed']);
    expect(project.repository.git('log', '--format=%s')).toMatch(/^docs: plan STORY-001, "; rm -rf/u);

    const act = await project.run('act', 'STORY-001', { act: [built] });
    expect(act.outcome, why(act)).toBe('passed');
    expect(answers(act)).toEqual(['act-in allowed', 'act-out allowed']);
    expect(act.prompts[0]).toContain(`Title: \`\`${title}\`\`. Status: \`In Progress\``);
    expect(act.prompts[0]).toContain('`pactwright board tick STORY-001 1`');
    expect(act.prompts[0]).toContain('- AC1: `Two prices are one sum (R1)`');

    // The reviewer finds something: the item goes back to who built it, with what the gate asks for.
    const found = {
      replace: { [board]: [['- [x] Add up', '- [x] Add up\n- [ ] P1 no test of an empty cart']] },
    } as const;
    const refused = await project.run('check', 'STORY-001', { check: [found] });
    expect(refused.outcome, why(refused)).toBe('refused');
    expect(refused.prompts).toHaveLength(1);
    const end = refused.events.at(-1);
    expect(end?.event === 'end' && end.next).toContain('`pactwright phase act STORY-001`');
    const mended = { replace: { [board]: [['- [ ] P1', '- [x] P1']] } } as const;
    const again = await project.run('act', 'STORY-001', { act: [mended] });
    expect(again.outcome, why(again)).toBe('passed');
    expect(again.prompts[0]).toContain('## What the gate check asked for last');
    expect(again.prompts[0]).toContain('`"P1 no test of an empty cart" is not ticked`');

    const check = await project.run('check', 'STORY-001', { check: [{ say: 'PASS' }] });
    expect(check.outcome, why(check)).toBe('passed');
    expect(check.prompts[0]).toContain('added `src/cart.js`');

    const left = await project.run('done', 'STORY-001', { done: [{}] });
    expect(left.outcome, why(left)).toBe('left');
    expect(project.repository.git('log', '--format=%s')).not.toContain('close STORY-001');

    const done = await project.run(
      'done',
      'STORY-001',
      { done: [{}] },
      { yes: true, lesson: 'Sums are in `src/cart.js`' },
    );
    expect(done.outcome, why(done)).toBe('passed');
    expect(project.text(spec)).toContain('| Status | Done |');
    expect(project.text(board)).not.toContain('STORY-001');
    const archive = project.repository.git('ls-files', 'docs/product/archive');
    expect(project.text(archive)).toContain('[STORY-001]');
    expect(project.text('docs/architecture/governance/lessons.md')).toContain('Sums are in `src/cart.js`');
    expect(project.repository.git('status', '--porcelain')).toBe('');
    const [subject, , trailer] = project.repository.git('log', '-1', '--format=%B').split('\n');
    expect(subject).toMatch(/^docs: close STORY-001, "; rm -rf ~ #\$\(x\)/u);
    expect(trailer).toBe('Implements: STORY-001');

    const kinds = project
      .sessions()
      .map((lines) =>
        lines.map((line) => (JSON.parse(line) as { kind: string }).kind).filter((kind) => kind !== 'event'),
      );
    expect(kinds[1]).toEqual(['start', 'gate', 'process', 'end', 'gate']);
  });
});

describe('a gate that refuses', () => {
  it('sends the agent back with exactly what it asks for', async () => {
    const project = phaseProject();
    await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up', yes: true });
    const act = await project.run('act', 'STORY-001', { act: [{ files: { 'src/cart.js': code } }, built] });
    expect(act.outcome, why(act)).toBe('passed');
    expect(answers(act)).toEqual(['act-in allowed', 'act-out refused', 'act-out allowed']);
    expect(act.prompts).toHaveLength(2);
    expect(act.prompts[1]).toContain('Do: ``Write a test whose name holds');
    expect(act.prompts[1]).toContain('- tasks: `1 task not done');
    expect(act.prompts[1]).not.toContain('## To do');
  });
});
