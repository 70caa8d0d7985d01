import { filesFolder, type Agent } from '../../server/src/agents/agent.js';
import type { AgentEvent } from '../../server/src/agents/agentEvent.js';

/** An agent whose program is a script of the test: it tells a line of JSON for each event. */
export const testAgent: Agent = {
  id: 'test',
  name: 'Test agent',
  program: 'test-agent',
  installPage: 'https://example.org',
  versionArgs: ['--version'],
  interactive: ({ prompt, session }) => ({
    args: ['--talk', ...(session === undefined ? [] : ['--session', session]), prompt],
  }),
  headless: ({ prompt }) => ({
    args: ['--settings', `${filesFolder}/settings.json`],
    input: prompt,
    env: { TEST_AGENT_FILES: filesFolder },
    files: { 'settings.json': '{"here":"{filesFolder}"}' },
  }),
  resumes: true,
  readLine: (line) => (line.startsWith('{') ? [JSON.parse(line) as AgentEvent] : []),
  readEnd: (code, output) =>
    code === 0 ? { kind: 'finished', message: '' } : { kind: 'crash', message: output.trim().slice(-200) },
};
