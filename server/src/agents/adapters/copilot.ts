import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { Agent, AgentRequest } from '../agent.js';
import type { AgentEvent } from '../agentEvent.js';
import { endReader } from '../readEnd.js';
import { costEvents, errorEvent, fileEvents, messageEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { objectsOf, readObject } from '../streams/values.js';

export const copilot: Agent = {
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  program: 'copilot',
  installPage: 'https://docs.github.com/copilot/how-tos/copilot-cli/set-up-copilot-cli/install-copilot-cli',
  versionArgs: ['--version'],
  models: [],
  interactive: (request) => ({ args: [...common(request), `--interactive=${request.prompt}`] }),
  // What is not allowed here is refused, as there is nobody to ask.
  headless: (request) => ({
    args: [
      ...['--output-format=json', '--no-ask-user', '--no-auto-update'],
      ...(request.access === 'write' ? ['--allow-tool=write'] : []),
      ...common(request),
    ],
    input: request.prompt,
  }),
  resumes: true,
  readLine,
  readEnd: endReader({ readLine, logIn: 'run copilot login' }),
};

function common({ access, model, session }: AgentRequest): readonly string[] {
  return [
    '--allow-tool=shell(pactwright:*)',
    ...(access === 'read' ? ['--deny-tool=write'] : []),
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(session === undefined ? [] : [`--resume=${session}`]),
  ];
}

function readLine(line: string): readonly AgentEvent[] {
  const entry = readObject(line);
  const data = fieldsOf(entry?.['data']) ?? {};
  switch (entry?.['type']) {
    case 'assistant.message':
      return messageEvents(data['content']);
    case 'tool.execution_start':
      return [toolEvent(data['toolName'], data['arguments'])];
    case 'tool.execution_complete':
      return fileEvents(...objectsOf(data['fileEdits']).map((edit) => edit['path']));
    case 'assistant.usage':
      return costEvents({ inputTokens: data['inputTokens'], outputTokens: data['outputTokens'], isMore: true });
    case 'session.error':
      return [errorEvent(data['message'])];
    // After an error comes this, too, which is no end of a turn then.
    case 'result':
      return [...sessionEvents(entry['sessionId']), ...(entry['exitCode'] === 0 ? [{ kind: 'turnEnd' as const }] : [])];
    default:
      return [];
  }
}
