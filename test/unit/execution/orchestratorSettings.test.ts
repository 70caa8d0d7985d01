import { describe, expect, it } from 'vitest';
import { readOrchestratorSettings } from '../../../server/src/execution/specKitty/readOrchestratorSettings.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const machine = testMachine({});
const settingsIn = (files: Readonly<Record<string, string>>): ReturnType<typeof readOrchestratorSettings> =>
  readOrchestratorSettings(machine, temporaryFolder(files));

const yaml = `max_concurrent_wps: 4
agents:
  implementation: [claude-code, gemini]
  review: [augment]
  max_retries: 0
  timeout_seconds: 60
`;

describe('settings of spec-kitty-orchestrator', () => {
  it('say who works on a mission, how many and how long, in either file', async () => {
    const said = { parallel: 4, build: ['claude', 'gemini'], review: ['auggie'], retries: 0, timeMs: 60_000 };
    expect(await settingsIn({ '.kittify/orchestrator.yaml': yaml })).toEqual(said);
    const toml = 'max_concurrent_wps = 3\n[agents]\nimplementation = ["codex"]\nsingle_agent_mode = true\n';
    expect(await settingsIn({ '.kittify/orchestrator.yaml': yaml, '.kittify/orchestrator.toml': toml })).toMatchObject({
      parallel: 3,
      build: ['codex'],
      review: ['codex'],
    });
    expect(await settingsIn({})).toEqual({});
  });

  it.each(['max_concurrent_wps: many\n', 'agents: claude\n', '- a\n', 'a: [\n'])(
    'are refused where they are wrong: %j',
    async (text) => {
      await expect(settingsIn({ '.kittify/orchestrator.yaml': text })).rejects.toThrow(
        '.kittify/orchestrator.yaml does not hold settings of an orchestrator',
      );
    },
  );
});
