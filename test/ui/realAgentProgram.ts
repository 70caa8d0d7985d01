import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type AgentId, homes } from '../agents/homes.js';
import { type ScriptedModel, startModel } from '../agents/model/server.js';
import { programFile } from '../agents/play.js';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';

interface RealAgentProgram {
  readonly env: Readonly<Record<string, string>>;
  readonly model: () => ScriptedModel;
}

/**
 * What a person has who uses an agent program: it in the PATH, its settings in a home, what it fetched there once, and a model, which
 * follows a script.
 *
 * @param own where it keeps its files: paths in that home by variable.
 */
export function realAgentProgram(id: AgentId, own: Readonly<Record<string, string>>): RealAgentProgram {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'pactwright-agents-'));
  const home = path.join(outside, 'home');
  const bin = path.join(outside, 'bin');
  const env: Record<string, string> = {
    VSCODE_CLI: '1',
    PATH: [bin, path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
    PACTWRIGHT_STATE: path.join(outside, 'state'),
    ...Object.fromEntries(Object.entries(own).map(([name, folder]) => [name, path.join(home, folder)])),
  };
  let model: ScriptedModel | undefined;
  beforeAll(async () => {
    model = await startModel(temporaryFolder());
    const { files, env: more } = homes[id](model.address, outside);
    Object.assign(env, more);
    writeFiles(home, files);
    const fetched = path.resolve('.agent-programs', id, 'fetched');
    if (existsSync(fetched)) cpSync(fetched, home, { recursive: true });
    mkdirSync(bin);
    symlinkSync(programFile(id), path.join(bin, id));
  });
  afterAll(async () => {
    await model?.close();
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    env,
    model: () => {
      if (!model) throw new Error('the model is not started yet');
      return model;
    },
  };
}
