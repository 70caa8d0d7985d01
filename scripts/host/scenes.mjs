// What the host suite runs in: each scene is a workspace made fresh from test/host/projects, and the test file of its name.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../lib/repository.mjs';

/** @typedef {{ folder: string } | { workspace: string }} Place */

/**
 * @typedef {object} Scene
 * @property {string} name the test file is test/host/suite/<name>.test.ts
 * @property {Record<string, string>} folders folder of the workspace -> folder of test/host/projects it is a copy of
 * @property {boolean} [trust] false: Restricted Mode
 */

/** @type {readonly Scene[]} */
export const scenes = [
  { name: 'oneFolder', folders: { shop: 'shop' } },
  { name: 'serverLoss', folders: { shop: 'shop' } },
  { name: 'multiRoot', folders: { shop: 'shop', 'two projects': 'monorepo' } },
  { name: 'restrictedMode', folders: { shop: 'shop' }, trust: false },
  { name: 'trace', folders: { shop: 'shop' } },
  { name: 'features', folders: { shop: 'shop' } },
  { name: 'traceRestricted', folders: { shop: 'shop' }, trust: false },
  { name: 'testExplorer', folders: { tested: 'tested' } },
  { name: 'gates', folders: { gated: 'gated' } },
  { name: 'gatesRestricted', folders: { gated: 'gated' }, trust: false },
  { name: 'boardTree', folders: { shop: 'shop' } },
  { name: 'boardRestricted', folders: { shop: 'shop' }, trust: false },
  { name: 'oddPath', folders: { 'Büro – 店 (1) #50%': 'shop' } },
];

/**
 * Copies a scene's projects into a temporary folder.
 * @param {Scene} scene
 * @returns {{ place: Place, remove: () => void }}
 */
export function stage({ folders }) {
  const temporary = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pactwright-scene-')));
  for (const [name, project] of Object.entries(folders)) {
    mkdirSync(path.join(temporary, name));
    cpSync(path.join(repository, 'test/host/projects', project), path.join(temporary, name), { recursive: true });
  }
  const names = Object.keys(folders);
  const remove = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  if (names.length === 1) return { place: { folder: path.join(temporary, names[0] ?? '') }, remove };
  const workspace = path.join(temporary, 'all.code-workspace');
  writeFileSync(workspace, JSON.stringify({ folders: names.map((name) => ({ path: name })) }));
  return { place: { workspace }, remove };
}
