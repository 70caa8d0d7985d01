// Vitest calls it before the workbench tests, too, and takes what it calls from the default export.
import path from 'node:path';
import { cleanEnvironment, run } from './processes.mjs';
import { repository } from './repository.mjs';

/**
 * Builds what VS Code loads, unless `npm test`, where that is a step of its own, says that it is built.
 * @throws with what the build says, where it fails
 */
export default async function ensureBuilt() {
  if (process.env['PACTWRIGHT_BUILT'] !== undefined) return;
  const build = path.join(repository, 'scripts/build.mjs');
  const { code, output } = await run(process.execPath, [build], { cwd: repository, env: cleanEnvironment() });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
}
