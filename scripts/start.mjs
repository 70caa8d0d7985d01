// `npm start`: builds and packs the extension, makes a demo project, shows its findings, and opens VS Code on it.
// `--no-open`: does not look for an installed VS Code; serves one on 127.0.0.1 and says where.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { installHost } from './host/install.mjs';
import { freePort, personSettings, startServer, workbenchAddress } from './host/server.mjs';
import { makeDemo } from './lib/demo.mjs';
import { installedCode } from './lib/installedCode.mjs';
import { cleanEnvironment, run } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

const demo = path.join(repository, '.demo', 'bookshop');
const vsix = path.join(repository, 'pactwright.vsix');
const openerVsix = path.join(repository, '.demo', 'opener.vsix');
/** Opens the first screen; see there. */
const opener = path.join(repository, 'scripts/demoOpener');

try {
  await must('build', process.execPath, [path.join(repository, 'scripts/build.mjs')]);
  await makeDemo(demo);
  console.log(`The demo project is in ${demo}. What Pactwright finds in it:\n`);
  // Findings of level error make it end with 1, and the demo has some.
  await must('lint', process.execPath, [path.join(repository, 'dist/cli.js'), 'lint', '--git', demo], [0, 1]);
  const code = process.argv.includes('--no-open') ? undefined : installedCode(process.env['PATH']);
  const there = 'In a terminal of that window the command line is `pactwright`; here it is `node dist/cli.js`.';
  if (code === undefined) {
    await serve();
    console.log(there);
  } else {
    console.log(`\nThe demo project opens in a new window of VS Code. ${there}`);
    await open(code).catch((error) => {
      throw new Error(`${error.message} \`npm start -- --no-open\` shows it in your browser instead.`, {
        cause: error,
      });
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * Opens the demo project in the installed VS Code, with the packaged extension. Its settings and extensions are in a folder of the
 * demo's own, so that nothing is left behind in the user's VS Code.
 * @param {string} code
 */
async function open(code) {
  // On Windows `code` is what VS Code itself is started by, and that installs nothing.
  if (process.platform === 'win32') {
    const developed = [repository, opener].map((folder) => `--extensionDevelopmentPath=${folder}`);
    await must('code', code, ['--new-window', ...developed, demo]);
    return;
  }
  await pack();
  const home = path.join(repository, '.demo', 'vscode');
  const data = path.join(home, 'data');
  mkdirSync(path.join(data, 'User'), { recursive: true });
  writeFileSync(path.join(data, 'User/settings.json'), JSON.stringify(personSettings, undefined, 2));
  const own = ['--user-data-dir', data, '--extensions-dir', path.join(home, 'extensions')];
  await must('code', code, [...own, '--force', ...[vsix, openerVsix].flatMap((file) => ['--install-extension', file])]);
  await must('code', code, [...own, '--disable-workspace-trust', demo]);
}

async function pack() {
  await must('package', process.execPath, [path.join(repository, 'scripts/package.mjs')]);
  await createVSIX({
    cwd: opener,
    packagePath: openerVsix,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
}

async function serve() {
  const host = await installHost('newest');
  await pack();
  const server = await startServer({ host, audience: 'person', vsix: [vsix, openerVsix] });
  const workbench = workbenchAddress(server, { folder: demo });
  // The workbench's own address is too long to be clicked in every terminal.
  const port = await freePort();
  createServer((_, response) => response.writeHead(302, { location: workbench }).end()).listen(port, '127.0.0.1');
  console.log(`\nVS Code ${host.version.vscode} with the demo project: http://127.0.0.1:${port}/\nCtrl+C stops it.`);
}

/**
 * @param {string} what
 * @param {string} program
 * @param {readonly string[]} args
 * @param {readonly number[]} fine exit codes
 */
async function must(what, program, args, fine = [0]) {
  // On the same terminal, so that colours and progress are as if called by hand.
  const outcome = await run(program, args, { cwd: repository, env: cleanEnvironment(), stdio: 'inherit' });
  if (!fine.includes(outcome.code ?? -1)) throw new Error(`${what} ended with ${outcome.code}.`);
}
