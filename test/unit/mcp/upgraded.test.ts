import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, it, vi } from 'vitest';
import { serve } from '../../../server/src/doors/mcp/main.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const loaded = vi.hoisted((): string[] => []);
vi.mock('../../../server/src/doors/mcp/listedTools.js', () => {
  loaded.push('list');
  return {};
});
vi.mock('../../../server/src/doors/mcp/callTool.js', () => {
  loaded.push('call');
  return {};
});

it('loads what lists and calls tools though nobody asks, before an upgrade deletes it', async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serve({ folder: temporaryFolder(), toolsets: new Set(['core']) }, theirs);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(ours);
  await expect.poll(() => [...loaded].sort(), { timeout: 20_000 }).toEqual(['call', 'list']);
  await client.close();
});
