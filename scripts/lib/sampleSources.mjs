// Source files of the product by chance, the same in each run as long as there are as many.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.mjs';

/**
 * @param {number} wanted how many
 * @returns {string[]} paths from the root; one may come twice
 */
export function sampleSources(wanted) {
  const sources = ['server/src', 'client/src', 'client/webview']
    .flatMap((folder) =>
      readdirSync(path.join(repository, folder), { encoding: 'utf8', recursive: true }).map((name) =>
        path.posix.join(folder, name.split(path.sep).join('/')),
      ),
    )
    .filter((name) => /\.tsx?$/u.test(name))
    .sort();
  // Lehmer's.
  let seed = 20_261_123;
  return Array.from({ length: wanted }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return sources[seed % sources.length] ?? '';
  });
}
