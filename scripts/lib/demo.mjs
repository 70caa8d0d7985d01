// The demo project: the files of scripts/demo with a git history of two months that ended yesterday.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { history, today } from './demoHistory.mjs';
import { cleanEnvironment, run } from './processes.mjs';
import { repository } from './repository.mjs';

/** @typedef {import('./demoHistory.mjs').Section} Section */
/** @typedef {import('./demoHistory.mjs').Step} Step */
/** @typedef {Map<string, readonly [Section, number]>} Places by item: where it stands, with how many tasks ticked */

const dayMs = 24 * 3_600_000;
const board = 'docs/product/sprint_board.md';

/**
 * Recreates the demo project.
 * @param {string} folder where; what is there is removed
 * @throws when git is missing or fails
 */
export async function makeDemo(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const texts = demoTexts();
  /** @type {Places} */
  const places = new Map();
  await git(folder, ['init', '--quiet', '--initial-branch', 'main']);
  const branches = new Set(['main']);
  let current = 'main';
  for (const [index, step] of history.entries()) {
    const { branch = 'main', merge, squash } = step;
    if (branch !== current) await git(folder, ['checkout', '--quiet', ...(branches.has(branch) ? [] : ['-b']), branch]);
    branches.add(branch);
    current = branch;
    const author = authorOf(step, index);
    if (merge !== undefined) {
      await git(folder, ['merge', '--quiet', '--no-ff', '--no-verify', '--message', step.message, merge], author);
      continue;
    }
    if (squash !== undefined) await git(folder, ['merge', '--quiet', '--squash', squash]);
    for (const [file, text] of filesOf(step, texts, places)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    await git(folder, ['add', '.']);
    await git(folder, ['commit', '--quiet', '--no-verify', '--message', step.message], author);
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {Record<string, string>} [author]
 */
async function git(folder, args, author = {}) {
  // Whatever the user's own configuration says.
  const settings = ['commit.gpgsign=false', 'core.autocrlf=false', `core.hooksPath=${os.devNull}`];
  const { code, output } = await run('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], {
    cwd: folder,
    env: cleanEnvironment(author),
  });
  if (code !== 0) throw new Error(`The demo project needs git, and git failed: ${output.trim()}`);
}

/**
 * @param {Step} step
 * @param {number} index its place in the history, so that no two are of the same minute
 * @returns {Record<string, string>}
 */
function authorOf({ at, by }, index) {
  const name = `${by} (demo)`;
  const email = `${by.toLowerCase()}@example.com`;
  const date = `${shifted(at)}T09:${String(index).padStart(2, '0')}:00+00:00`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}

/**
 * The day that is as far from the real today as the given one from that of the demo's files.
 * @param {string} day
 */
function shifted(day) {
  const now = Math.floor(Date.now() / dayMs) * dayMs;
  return new Date(now + Date.parse(day) - Date.parse(today)).toISOString().slice(0, 10);
}

/** The files as they are in the end, by path, with days of now. */
function demoTexts() {
  const folder = path.join(repository, 'scripts/demo');
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).replaceAll(path.sep, '/');
    const month = /_(\d{4})(\d\d)\.md$/.exec(name);
    texts.set(
      month ? name.replace(/\d{6}/, shifted(`${month[1]}-${month[2]}-28`).slice(0, 7).replace('-', '')) : name,
      readFileSync(file, 'utf8').replaceAll(/\b2026-\d\d-\d\d(?!\d)/g, shifted),
    );
  }
  return texts;
}

/**
 * What a step writes.
 * @param {Step} step
 * @param {ReadonlyMap<string, string>} texts
 * @param {Places} places changed to what they are after it
 * @returns {ReadonlyMap<string, string>}
 */
function filesOf({ files = [], board: moved = {}, other = {} }, texts, places) {
  if (files.includes('.')) return texts;
  /** @type {Map<string, string>} */
  const written = new Map(files.map((file) => [file, textOf(texts, file)]));
  for (const [id, place] of Object.entries(moved)) {
    places.set(id, place);
    const [section] = place;
    for (const file of [`docs/specs/${id}.md`, `docs/test_cases/${id}_case.md`]) {
      const text = texts.get(file);
      if (text !== undefined)
        written.set(file, section === 'backlog' || section === 'inProgress' ? open(text, section) : text);
    }
  }
  if (Object.keys(moved).length > 0) written.set(board, boardWith(textOf(texts, board), archive(texts).text, places));
  if (Object.values(moved).some(([section]) => section === 'archive'))
    written.set(archive(texts).file, archive(texts).text);
  for (const [file, changes] of Object.entries(other))
    written.set(
      file,
      changes.reduce((text, [now, then]) => text.replace(now, () => then), written.get(file) ?? textOf(texts, file)),
    );
  return written;
}

/**
 * @param {ReadonlyMap<string, string>} texts
 * @param {string} file
 */
function textOf(texts, file) {
  const text = texts.get(file);
  if (text === undefined) throw new Error(`There is no scripts/demo/${file}.`);
  return text;
}

/** @param {ReadonlyMap<string, string>} texts */
function archive(texts) {
  const [[file, text] = ['', '']] = [...texts].filter(([name]) => name.startsWith('docs/product/archive/'));
  return { file, text };
}

/**
 * A spec as it was before its item was done.
 * @param {string} text
 * @param {'backlog' | 'inProgress'} section
 */
function open(text, section) {
  return text.replace(
    /\| Status \| (Done|In Progress) \|/,
    `| Status | ${section === 'backlog' ? 'Draft' : 'In Progress'} |`,
  );
}

/**
 * The board at some time: the entries it has in the end, each where it stood, with as many tasks ticked.
 * @param {string} last the board in the end
 * @param {string} archived
 * @param {Places} places
 */
function boardWith(last, archived, places) {
  const headings = [...last.matchAll(/^## .*$/gm)].map(([heading]) => heading);
  /** @type {Map<string, string>} the first entry of each item */
  const entries = new Map();
  for (const [entry, id = ''] of `${last}\n${archived}`.matchAll(/^### \[(\S+)\] [^]*?(?=\n#|$(?![^]))/gm))
    if (!entries.has(id)) entries.set(id, entry.trim());
  const sections = /** @type {const} */ (['backlog', 'inProgress', 'done']).map((section, index) => {
    const own = [...places].filter(([, [at]]) => at === section);
    const shown = own.map(([id, [, ticked]]) => {
      let task = 0;
      return (entries.get(id) ?? '').replaceAll(/^- \[.\]/gm, () => (task++ < ticked ? '- [x]' : '- [ ]'));
    });
    return [headings[index], ...shown].join('\n\n');
  });
  return `${['# Sprint Board', ...sections].join('\n\n')}\n`;
}
