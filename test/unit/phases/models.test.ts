import { expect, it } from 'vitest';
import type { Phase } from '../../../server/src/agents/phase.js';
import { phaseProject } from '../../support/phaseProject.js';

const chosen = new Map([
  ['player/architect', 'deep'],
  ['player', 'quick'],
]);

it.each<[Phase, string | undefined, string]>([
  ['clarify', undefined, 'deep'],
  ['debug', undefined, 'quick'],
  ['clarify', 'other', 'other'],
])('a phase has the model of its role: %s, told %s', async (phase, model, used) => {
  const project = phaseProject({ 'README.md': '# Shop\n' });
  await project.run(phase, undefined, { [phase]: [{}] }, { about: 'It is slow', model, models: chosen });
  const [begun = '{}'] = project.sessions()[0] ?? [];
  expect(begun).toContain(`"model":"${used}"`);
  const shown = await project.run(phase, undefined, {}, { about: 'It is slow', model, models: chosen, dryRun: true });
  expect(shown.events.find(({ event }) => event === 'prompt')).toMatchObject({
    command: expect.arrayContaining([`--model=${used}`]) as string[],
  });
});
