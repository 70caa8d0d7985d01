import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Agent, type AgentAccess, filesFolder } from '../../server/src/agents/agent.js';
import { detectAgents } from '../../server/src/agents/detect.js';
import { allAgents } from '../../server/src/agents/registry.js';
import { findInstalled } from '../../server/src/execution/programs/findProgram.js';
import { processes } from '../../server/src/host/processes.js';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';
import { testMachine } from '../support/testMachine.js';

/** The real programs, those of them that are in the PATH: skipped without them. */

/** Nobody's: no account, no settings, and no address that answers. */
function surroundings(home: string): Record<string, string | undefined> {
  const nowhere = 'http://127.0.0.1:9';
  return {
    PATH: process.env['PATH'],
    HOME: home,
    PWD: home,
    TERM: 'dumb',
    ANTHROPIC_BASE_URL: nowhere,
    OPENAI_BASE_URL: nowhere,
    GOOGLE_GEMINI_BASE_URL: nowhere,
    HTTPS_PROXY: nowhere,
    HTTP_PROXY: nowhere,
  };
}

const installed = await Promise.all(
  allAgents.map(async (agent) => {
    const place = await findInstalled(testMachine(process.env), agent.program, {});
    // The reason stands in the name, as it is told at the end of a run.
    const why = place.kind === 'missing' ? ` (skipped: the program ${agent.program} is not installed)` : '';
    return { agent, place, title: `${agent.id}${why}` };
  }),
);

describe.each(installed.map(({ agent, place, title }) => [title, agent, place] as const))('%s', (_, agent, place) => {
  const isMissing = place.kind === 'missing';

  it.skipIf(isMissing)('says its version', async () => {
    const folder = temporaryFolder();
    const find = (): Promise<typeof place> => Promise.resolve(place);
    const [found] = await detectAgents([agent], { processes, find, env: surroundings(folder), folder });
    expect(found).toMatchObject({ found: true, version: expect.stringMatching(/^\d+\.\d+/u) as unknown });
  });

  it.skipIf(isMissing || !agent.headless).each(['read', 'write'] as const)('takes our arguments to %s', (access) => {
    const { code, output } = started(agent, access, []);
    expect(code).not.toBe(0);
    expect(agent.readEnd(code, output)).not.toMatchObject({ kind: 'notStarted', message: complaint });
    expect(output).not.toMatch(complaint);
  });

  it.skipIf(isMissing || !agent.headless)('would say of an argument that it does not know it', () => {
    const { code, output } = started(agent, 'write', ['--pactwright-nonsense']);
    expect(code).not.toBe(0);
    expect(output).toMatch(/nonsense|Options:|Usage:/u);
  });
});

const complaint = /unknown (?:option|argument)|unexpected argument|invalid (?:option|value|choice)|Usage:|Options:/iu;

/** Runs it for as long as it takes to read its arguments and to find that it has no account. */
function started(agent: Agent, access: AgentAccess, more: readonly string[]): { code: number | null; output: string } {
  const home = temporaryFolder();
  spawnSync('git', ['init', '--quiet', home]);
  const hook = [process.execPath, '-e', '0'];
  const start = agent.headless?.({ prompt: 'Say hello.', access, hook }) ?? { args: [] };
  const placed = (text: string): string => text.replaceAll(filesFolder, path.join(home, 'files'));
  writeFiles(path.join(home, 'files'), start.files ?? {});
  const env = Object.fromEntries(Object.entries(start.env ?? {}).map(([name, value]) => [name, placed(value)]));
  // Before what is positional, so that it is not taken for a part of that.
  const args = [...start.args.map(placed)];
  args.splice(args.indexOf('-') < 0 && args.indexOf('--') < 0 ? args.length : 1, 0, ...more);
  const { status, stdout, stderr } = spawnSync(agent.program, args, {
    cwd: home,
    env: { ...surroundings(home), ...env },
    input: start.input ?? '',
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { code: status, output: `${stdout}${stderr}` };
}
