// A running VS Code server: its workbench is a web page, its extension host is the real one on Node.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { URLSearchParams } from 'node:url';
import { cleanEnvironment, killGroup, removeAtExit, run, startGroup } from '../lib/processes.mjs';

/**
 * @typedef {object} ServerOptions
 * @property {import('./install.mjs').Host} host
 * @property {boolean} [trust] false: every folder starts in Restricted Mode and nobody is asked. Default true.
 * @property {Record<string, unknown>} [settings] user settings beside the quiet ones
 * @property {Record<string, string>} [env] what the server and with it the extension host see
 * @property {readonly string[]} [vsix] packaged extensions to install first
 * @property {'tests' | 'person'} [audience] Default `tests`: with their driver, and with settings that keep everything still. For a
 *   person VS Code is as it comes, with its notifications, and only phones nobody.
 */

/**
 * @typedef {object} Server
 * @property {number} port
 * @property {string} token what a browser must know to be let in
 * @property {number | undefined} pid head of its process group
 * @property {string} home the folder that holds all it writes
 * @property {() => string} log all it printed so far
 * @property {() => Promise<void>} stop ends its process group and removes what it wrote
 */

/** No telemetry, and no advertising for what a temporary server cannot do. */
export const personSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
};

/** Besides, nothing that asks or moves while a picture is taken. */
const quietSettings = {
  ...personSettings,
  'files.autoSave': 'off', // on the web it is on, and would write what a test only types
  'git.autofetch': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.fetchOnlinePackageInfo': false,
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.stickyScroll.enabled': false, // it lays a second terminal over the first
  'typescript.disableAutomaticTypeAcquisition': true,
  'workbench.colorTheme': 'Default Light Modern',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/**
 * Starts a server and waits until it answers.
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 * @throws when it does not start or the package cannot be installed; the message holds what it printed
 */
export async function startServer({ host, trust = true, settings = {}, env = {}, vsix = [], audience = 'tests' }) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'pactwright-host-'));
  removeAtExit(home);
  mkdirSync(path.join(home, 'data/User'), { recursive: true });
  const tested = audience === 'tests';
  const trustSettings = trust ? {} : { 'security.workspace.trust.startupPrompt': 'never' };
  writeFileSync(
    path.join(home, 'data/User/settings.json'),
    JSON.stringify({ ...(tested ? quietSettings : personSettings), ...trustSettings, ...settings }, undefined, 2),
  );
  const main = path.join(host.vscode, 'out/server-main.js');
  const folders = ['--user-data-dir', path.join(home, 'data'), '--extensions-dir', path.join(home, 'extensions')];
  const common = [main, ...folders, '--server-data-dir', path.join(home, 'server'), '--accept-server-license-terms'];
  const environment = cleanEnvironment({ SHELL: '/bin/bash', ...env });
  // With this set, each Node reads all certificates of the machine before anything else; nothing here asks for one.
  delete environment['NODE_EXTRA_CA_CERTS'];
  if (vsix.length > 0) {
    const install = vsix.flatMap((file) => ['--install-extension', file]);
    const { code, output } = await run(host.node, [...common, ...install], { env: environment });
    if (code !== 0)
      throw new Error(
        `${vsix.map((file) => path.basename(file)).join(' and ')} could not be installed: ${output.trim().split('\n').at(-1)}`,
      );
  }

  const port = await freePort();
  const token = randomBytes(16).toString('hex');
  const args = [...common, '--host', '127.0.0.1', '--port', String(port), '--connection-token', token];
  args.push('--disable-telemetry');
  // Without it the workbench ignores extensionDevelopmentPath and extensionTestsPath, silently; with it, it shows no toasts.
  if (tested) args.push('--enable-smoke-test-driver');
  if (trust) args.push('--disable-workspace-trust');
  const logFile = path.join(home, 'server.log');
  const log = openSync(logFile, 'a');
  const child = startGroup(host.node, args, { env: environment, stdio: ['ignore', log, log] });
  closeSync(log);
  const server = {
    port,
    token,
    pid: child.pid,
    home,
    log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''),
    stop: async () => {
      await killGroup(child); // what it wrote goes with it
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  for (let tries = 0; tries < 300 && child.exitCode === null && child.signalCode === null; tries++) {
    if (await answers(port)) return server;
    await delay(100);
  }
  const said = server.log();
  await server.stop();
  throw new Error(`The VS Code server ${host.version.vscode} did not start. It said:\n${said}`);
}

/**
 * The address of a workbench.
 * @param {Pick<Server, 'port' | 'token'>} server
 * @param {object} place
 * @param {string} [place.folder] absolute path of the folder to open
 * @param {string} [place.workspace] absolute path of a `.code-workspace` file to open instead
 * @param {string} [place.development] absolute path of an extension to load from its sources
 * @param {string} [place.tests] absolute path of a module whose `run` the extension host calls
 */
export function workbenchAddress({ port, token }, { folder, workspace, development, tests }) {
  /** @param {string} file */
  const remote = (file) => `vscode-remote://localhost:${port}${file.split('/').map(encodeURIComponent).join('/')}`;
  const payload = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  if (development !== undefined) payload.push(['extensionDevelopmentPath', remote(development)]);
  if (tests !== undefined) payload.push(['extensionTestsPath', remote(tests)]);
  const query = new URLSearchParams({ tkn: token, payload: JSON.stringify(payload) });
  if (workspace !== undefined) query.set('workspace', workspace);
  else if (folder !== undefined) query.set('folder', folder);
  return `http://localhost:${port}/?${query}`;
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** @param {number} port */
async function answers(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/version`)).ok;
  } catch {
    return false;
  }
}
