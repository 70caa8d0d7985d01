import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { isErrorCode } from '../../base/errors.js';
import { UsageError } from '../../base/usageError.js';
import {
  orchestratorFiles,
  type OrchestratorSettings,
  readOrchestratorFile,
} from '../../sources/specKitty/orchestratorFile.js';
import type { Machine } from '../../workspace/machine.js';

/** What the first of these files says that is there. @param root the main checkout: absolute. @throws UsageError for a wrong file. */
export async function readOrchestratorSettings(
  { disk }: Pick<Machine, 'disk'>,
  root: string,
): Promise<OrchestratorSettings> {
  for (const file of orchestratorFiles) {
    const text = await disk.readFile(path.join(root, file), 'utf8').catch((error: unknown) => {
      if (isErrorCode(error, 'ENOENT')) return undefined;
      throw error;
    });
    if (text === undefined) continue;
    const settings = readOrchestratorFile(await parse(file, text));
    if (settings) return settings;
    throw new UsageError(
      `${file} does not hold settings of an orchestrator: fix \`max_concurrent_wps\` and \`agents\` (implementation, review, max_retries, timeout_seconds, single_agent_mode)`,
    );
  }
  return {};
}

/** @returns something that is no settings if it is no YAML or TOML. */
async function parse(file: string, text: string): Promise<unknown> {
  try {
    // Few have such a file.
    return file.endsWith('.toml') ? (await import('smol-toml')).parse(text) : parseYaml(text);
  } catch {
    return [];
  }
}
