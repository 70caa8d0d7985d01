import { buildOf, sprintFiles } from '../support/sprintStory.js';
import type { Act, Script } from './model/script.js';
import type { ScriptedModel } from './model/server.js';

/** Three items in two waves: the third needs the first. */
export const threeItems = ['STORY-001', 'STORY-002', 'STORY-003'] as const;

/** A project in which they are planned. */
export const threePlanned: Readonly<Record<string, string>> = {
  ...sprintFiles(threeItems, { 'STORY-003': 'STORY-001' }),
  '.gitattributes': '* text=auto\n',
};

const oneByOne = (...acts: readonly Act[]): Script => acts.map((act) => ({ acts: [act] }));

function partsOf(id: string): { readonly code: readonly Act[]; readonly tests: readonly Act[]; readonly tick: Act } {
  const acts = Object.entries(buildOf(id).files ?? {}).flatMap(([write, text]): readonly Act[] =>
    typeof text === 'string' ? [{ write, text }] : [],
  );
  const isTest = (act: Act): boolean => 'write' in act && act.write.startsWith('test/');
  return {
    code: acts.filter((act) => !isTest(act)),
    tests: acts.filter(isTest),
    tick: { run: `pactwright board tick ${id} 1` },
  };
}

const passes: Script = [{ say: 'VERDICT: PASS' }];

/** It builds, then reviews. */
function good(id: string): Script {
  const { code, tests, tick } = partsOf(id);
  return [...oneByOne(...tests, ...code, tick), { say: 'It is done.' }, ...passes];
}

/** It says that it is done without any code, and builds it once the gate has sent it back. */
function lazy(id: string): Script {
  const { code, tests, tick } = partsOf(id);
  return [...oneByOne(...tests, tick), { say: 'It is done.' }, ...oneByOne(...code), { say: 'Now it is.' }, ...passes];
}

/** Has a model do them, the second not at once. */
export function playThreeItems(model: ScriptedModel): void {
  for (const id of threeItems.toReversed()) model.play(id === 'STORY-002' ? lazy(id) : good(id), `## ${id}`);
}
