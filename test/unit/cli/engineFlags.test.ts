import { describe, expect, it } from 'vitest';
import { commandIndex } from '../../../server/src/doors/cli/commands/index.js';
import { engineFlags } from '../../../server/src/doors/cli/engineFlags.js';

describe('V8 flags', () => {
  it('are set for commands that end soon', () => {
    const engines = ['11.3.244.8-node.30', '12.4.254.21-node.33', '13.6.233.17-node.28'];
    const names = commandIndex.map(({ name }) => name);
    const quick = names.filter((name) => engines.every((v8) => engineFlags(name, v8) !== undefined));
    const staying = names.filter((name) => engines.every((v8) => engineFlags(name, v8) === undefined));
    expect(staying).toEqual(['agent', 'lsp', 'mcp', 'orchestrator-api', 'phase', 'queue', 'run', 'worker']);
    expect([...quick, ...staying].sort()).toEqual([...names].sort());
    expect(engineFlags('lint', '14.1.0')).toBeUndefined();
  });
});
