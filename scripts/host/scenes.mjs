// What the host suite runs in: each scene is a window with a workspace made fresh from test/host/projects, and some test files.
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../lib/repository.mjs';

/** @typedef {{ folder: string } | { workspace: string }} Place */

/**
 * @typedef {object} Scene
 * @property {string} name
 * @property {readonly string[]} suites the test files of test/host/suite, in the order in which they run
 * @property {Record<string, readonly string[]>} folders folder of the workspace -> folders of test/host/projects it is a copy of,
 *   the later over the earlier
 * @property {boolean} [trust] false: Restricted Mode
 * @property {readonly string[]} [core] those of the suites that `npm test` plays; the long suite plays all
 */

/**
 * A window costs more than most of what is tried in it, so what can be shares one.
 * @type {readonly Scene[]}
 */
export const scenes = [
  { name: 'gates', suites: ['gates'], folders: { gated: ['gated'] } },
  {
    name: 'shop',
    // The last one makes a repository of the folder.
    suites: ['oneFolder', 'languageModelTools', 'boardTree', 'trace', 'serverLoss', 'features'],
    folders: { shop: ['shop'] },
    core: ['oneFolder', 'languageModelTools'],
  },
  {
    name: 'folders',
    suites: ['oddPath', 'multiRoot'],
    folders: { 'Büro – 店 (1) #50%': ['shop'], 'two projects': ['monorepo'] },
  },
  {
    name: 'restricted',
    suites: ['restrictedMode', 'boardRestricted', 'traceRestricted', 'gatesRestricted'],
    folders: { shop: ['gated', 'shop'] },
    trust: false,
  },
  { name: 'testExplorer', suites: ['testExplorer'], folders: { tested: ['tested'] } },
];

/**
 * Copies a scene's projects into a temporary folder.
 * @param {Scene} scene
 * @returns {{ place: Place, remove: () => void }}
 */
export function stage({ folders }) {
  const temporary = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pactwright-scene-')));
  for (const [name, projects] of Object.entries(folders))
    for (const project of projects)
      cpSync(path.join(repository, 'test/host/projects', project), path.join(temporary, name), { recursive: true });
  const names = Object.keys(folders);
  const remove = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  if (names.length === 1) return { place: { folder: path.join(temporary, names[0] ?? '') }, remove };
  const workspace = path.join(temporary, 'all.code-workspace');
  writeFileSync(workspace, JSON.stringify({ folders: names.map((name) => ({ path: name })) }));
  return { place: { workspace }, remove };
}
