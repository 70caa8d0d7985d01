// What the licences of bundled packages ask for: their texts go with the package.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.mjs';

/**
 * The licences of all packages that something was bundled from.
 *
 * @param {readonly string[]} inputs files of bundles, relative to the repository, with `/`.
 * @returns {string}
 * @throws where a package has no licence text: then it may not be shipped so.
 */
export function thirdPartyNotices(inputs) {
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license, licenses } = JSON.parse(
      readFileSync(path.join(repository, folder, 'package.json'), 'utf8'),
    );
    return `${'='.repeat(80)}\n${name} ${version} (${license ?? licenses?.[0]?.type ?? 'see below'})\n${'='.repeat(80)}\n\n${licenceOf(folder)}\n`;
  });
  return `Pactwright holds parts of these packages.\n\n${notices.join('\n')}`;
}

/** @param {string} input */
function packageFolder(input) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
}

/** @param {string} folder */
function licenceOf(folder) {
  const absolute = path.join(repository, folder);
  const files = readdirSync(absolute);
  const textOf = (/** @type {RegExp} */ pattern) => {
    const name = files.find((file) => pattern.test(file));
    return name === undefined ? '' : readFileSync(path.join(absolute, name), 'utf8').trim();
  };
  const text =
    textOf(/^(?:licen[cs]e|copying)(?:[-.]\w+)*$/i) ||
    /^(?:#+ *)?(?:licen[cs]e|copyright)\b[^]*/im.exec(textOf(/^readme\.md$/i))?.[0]?.trim();
  if (text) return text;
  throw new Error(`${folder} has no licence text, so nothing of it can be shipped`);
}
