// Runs the host suite: the same Mocha tests in the real extension host, whichever back end brings it.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eachAtOnce } from '../lib/atOnce.mjs';
import { repository } from '../lib/repository.mjs';
import { readReport } from '../lib/report.mjs';
import { scenes, stage } from './scenes.mjs';
import { bundleSuite, suiteRunner } from './suiteBundle.mjs';

/**
 * @typedef {object} SceneRun
 * @property {import('./scenes.mjs').Place} place what to open
 * @property {boolean} trust
 * @property {string} development the extension's folder
 * @property {string} tests the module whose `run` to call
 * @property {Record<string, string>} env what the extension host must see
 * @property {number} timeoutMs
 */

/**
 * @typedef {object} BackEnd
 * @property {string} version the VS Code version it runs
 * @property {number} atOnce how many scenes may run at the same time
 * @property {(scene: SceneRun) => Promise<string>} runScene runs one scene to its end; answers how it ended, in words
 * @property {() => Promise<void>} close
 */

/**
 * Runs every scene on a back end.
 * @param {BackEnd} backEnd
 * @param {object} [options]
 * @param {readonly string[]} [options.only] names of scenes; none: all
 * @param {boolean} [options.core] plays what `npm test` plays of them
 * @param {string} [options.development] the extension's folder; the checkout unless told
 * @returns {Promise<import('../lib/report.mjs').TestResult[]>}
 */
export async function runSuite(backEnd, { only = [], core = false, development = repository } = {}) {
  await bundleSuite();
  const wanted = scenes
    .map((scene) => (core ? { ...scene, suites: scene.core ?? [] } : scene))
    .filter(({ name, suites }) => suites.length > 0 && (only.length === 0 || only.includes(name)));
  const results = await eachAtOnce(wanted, backEnd.atOnce, (scene) => runScene(backEnd, scene, development));
  return results.flat();
}

/**
 * @param {BackEnd} backEnd
 * @param {import('./scenes.mjs').Scene} scene
 * @param {string} development
 */
async function runScene(backEnd, scene, development) {
  const { place, remove } = stage(scene);
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'pactwright-results-'));
  const file = path.join(scratch, 'results.json');
  try {
    const how = await backEnd.runScene({
      place,
      trust: scene.trust ?? true,
      development,
      tests: suiteRunner,
      env: {
        PACTWRIGHT_SCENE: scene.name,
        PACTWRIGHT_SUITES: scene.suites.join(),
        PACTWRIGHT_RESULTS: file,
        PACTWRIGHT_VSCODE: backEnd.version,
      },
      timeoutMs: 600_000,
    });
    if (existsSync(`${file}.figures`)) console.log(`${scene.name}: ${readFileSync(`${file}.figures`, 'utf8').trim()}`);
    return readReport(file, scene.name, how);
  } finally {
    remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}
