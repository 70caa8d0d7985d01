import { expect, it, vi } from 'vitest';
import { createAgentTerminals } from '../../../client/src/agents/agentTerminals.js';

const never = new Promise<undefined>(() => undefined);
const terminals = vi.hoisted((): { name: string; processId: Promise<number | undefined> }[] => []);
vi.mock('vscode', async () => ({ ...(await import('./vscode.js')), window: { terminals } }));

it('finds the terminal of a session, though another one does not say its process', async () => {
  const named = (
    name: string,
    processId: Promise<number | undefined>,
  ): { name: string; processId: typeof processId } => ({
    name,
    processId,
  });
  terminals.push(
    named('restored', never),
    named('ended', Promise.resolve(undefined)),
    named('debug', Promise.resolve(7)),
  );
  const { of } = createAgentTerminals('/cli.js');
  expect(await of({ keeperPid: 7 })).toMatchObject({ name: 'debug' });
  expect(await of({ keeperPid: 8 })).toBeUndefined();
});
