import { expect, it } from 'vitest';
import type { Phase } from '../../../server/src/agents/phase.js';
import { formatPhaseEvent } from '../../../server/src/reports/phase.js';
import { withoutSnapshots } from '../../support/phaseProject.js';

const env = { PACTWRIGHT_MODELS: JSON.stringify({ 'player/architect': 'deep', player: 'quick' }) };

it.each<[Phase, string | undefined, string]>([
  ['clarify', undefined, 'deep'],
  ['debug', undefined, 'quick'],
  ['clarify', 'other', 'other'],
])('a phase has the model of its role: %s, told %s', async (phase, model, used) => {
  const project = withoutSnapshots({ 'README.md': '# Shop\n' });
  await project.run(phase, undefined, { [phase]: [{}] }, { about: 'It is slow', model, env });
  const [begun = '{}'] = project.sessions()[0] ?? [];
  expect(begun).toContain(`"model":"${used}"`);
  const shown = await project.run(phase, undefined, {}, { about: 'It is slow', model, env, dryRun: true });
  expect(
    formatPhaseEvent(shown.events.find(({ event }) => event === 'cast') ?? { event: 'condition', title: '' }),
  ).toMatch(new RegExp(`^Role: .+\\nAgent: Player \\(.+\\)\\nModel: ${used} \\(.+\\)\\n$`, 'u'));
  expect(shown.events.find(({ event }) => event === 'prompt')).toMatchObject({
    command: expect.arrayContaining([`--model=${used}`]) as string[],
  });
});
