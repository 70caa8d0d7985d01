import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { read, some } from '../../base/schema.js';
import { Refused } from '../errorCodes.js';
import type { OperationWorkspace } from '../operation.js';

const version = /^version\s*=\s*"([^"\n]*)"/mu;

const packageManifest = some({ version: v.string() });

/** Where projects say which version they are, and how. */
const manifests: readonly (readonly [string, (manifest: string) => string | undefined])[] = [
  ['package.json', (manifest) => read(packageManifest, parseJson(manifest))?.version],
  ['pyproject.toml', (manifest) => version.exec(manifest)?.[1]],
  ['Cargo.toml', (manifest) => version.exec(manifest)?.[1]],
];

/** Whether a file says which version a project is. */
export function saysVersion(file: string): boolean {
  return manifests.some(([name]) => name === path.basename(file));
}

/**
 * What is released under a version has to call itself so.
 *
 * @throws Refused if a manifest says another one.
 */
export async function requireVersion(readFile: OperationWorkspace['readFile'], wanted: string): Promise<void> {
  for (const [name, versionOf] of manifests) {
    const said = versionOf((await readFile(name)) ?? '');
    if (said !== undefined && said !== wanted.replace(/^v/u, ''))
      throw new Refused(
        'not-allowed',
        `${name} says ${said.slice(0, 60)}, not ${wanted}: set its version, commit it, and run this again`,
      );
  }
}
