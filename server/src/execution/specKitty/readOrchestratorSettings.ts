import { parse as parseYaml } from 'yaml';
import { UsageError } from '../../base/usageError.js';
import {
  orchestratorFiles,
  type OrchestratorSettings,
  readOrchestratorFile,
} from '../../sources/specKitty/orchestratorFile.js';
import type { Machine } from '../../workspace/machine.js';
import { readProjectFile } from '../operations/readProjectFile.js';

/** What the first of these files that exists says. @param root the main checkout: absolute. @throws UsageError, Refused for a wrong file. */
export async function readOrchestratorSettings(
  { files }: Pick<Machine, 'files'>,
  root: string,
): Promise<OrchestratorSettings> {
  for (const file of orchestratorFiles) {
    const text = await readProjectFile(root, file, files);
    if (text === undefined) continue;
    const settings = readOrchestratorFile(await parse(file, text));
    if (settings) return settings;
    throw new UsageError(
      `${file} does not hold settings of an orchestrator: fix \`max_concurrent_wps\` and \`agents\` (implementation, review, max_retries, timeout_seconds, single_agent_mode)`,
    );
  }
  return {};
}

/** @returns a text if it is not YAML or TOML. */
async function parse(file: string, text: string): Promise<unknown> {
  try {
    // Few have such a file.
    return file.endsWith('.toml') ? (await import('smol-toml')).parse(text) : parseYaml(text);
  } catch {
    return text;
  }
}
