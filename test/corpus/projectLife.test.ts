import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesOfDrift } from '../../server/src/rules/registry.js';
import { cloneRepository, openGitRepository } from '../support/gitRepository.js';
import { drifts, lostHabit, partialLooks } from '../support/projectLife/drifts.js';
import { itemId } from '../support/projectLife/item.js';
import type { Life } from '../support/projectLife/life.js';
import { type Casting, cast, play } from '../support/projectLife/play.js';
import { recordLife } from '../support/projectLife/recordLife.js';
import { run } from '../support/runCli.js';
import { tried } from '../support/runs.js';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';

/** What one drift makes the rules say. */
interface Expected {
  readonly drift: string;
  /** `project` where it is no item's own. */
  readonly item: string;
  /** `CODE severity path: line`, with what stands in that line. */
  readonly findings: readonly string[];
}

interface Reported {
  readonly code: string;
  readonly severity: string;
  readonly path: string;
  readonly range: { readonly start: { readonly line: number } };
  readonly message: string;
}

interface Played {
  readonly life: Life;
  readonly castings: readonly Casting[];
  readonly withDrifts: boolean;
  /** The repository it was written to. */
  readonly folder: string;
}

interface Linted {
  /** `CODE severity path: line` of every finding, sorted. */
  readonly findings: readonly string[];
  /** `CODE message` of every finding. */
  readonly messages: readonly string[];
}

function playLife(withDrifts: boolean): Played {
  const folder = temporaryFolder();
  const castings = cast(drifts);
  const life = play(castings, lostHabit, withDrifts);
  life.history.write(folder);
  return { life, castings, withDrifts, folder };
}

/** @param folder the repository, or a clone of it. */
async function lint({ life, castings, withDrifts, folder: played }: Played, folder = played): Promise<Linted> {
  if (withDrifts)
    for (const { number, drift } of castings)
      if (drift?.onDisk) writeFiles(folder, Object.fromEntries([drift.onDisk(life.item(number))]));
  const env = await recordLife(folder, castings, withDrifts, life.now());
  const { out } = await run({ cwd: folder, env, now: life.now() }, 'lint', '--git', '--format', 'json');
  const { findings } = JSON.parse(out) as { findings: Reported[] }; // our own format, tested elsewhere
  // Said of items that are planned and no more.
  const reported = findings.filter(({ code, severity }) => !(code === 'E008' && severity === 'info'));
  const lines = new Map<string, readonly string[]>();
  const lineOf = ({ path: file, range }: Reported): string => {
    const text = lines.get(file) ?? readFileSync(path.join(folder, file), 'utf8').split('\n');
    lines.set(file, text);
    return text[range.start.line] ?? '';
  };
  return {
    findings: reported.map((one) => `${one.code} ${one.severity} ${one.path}: ${lineOf(one)}`).sort(),
    messages: reported.map(({ code, message }) => `${code} ${message}`),
  };
}

const clone = ({ folder }: Played, ...options: readonly string[]): string =>
  cloneRepository(openGitRepository(folder), ...options).folder;

const expected = JSON.parse(
  readFileSync(new URL('../support/projectLife/expected.json', import.meta.url), 'utf8'),
) as readonly Expected[]; // data of our own beside the script

const findingsOf = (drift: string): readonly string[] =>
  expected.flatMap((one) => (one.drift === drift ? one.findings : []));

/** Of each the whole life is read again. */
const looks = tried(partialLooks, partialLooks.slice(0, 1));

/** How a life that went well is cloned, and the look whose findings are then all there is; the whole has none. */
const clones: readonly (readonly [options: readonly string[], look?: string | undefined])[] = [
  ...partialLooks.map(({ name, clone: options }) => [options, name] as const),
  [[]],
  // What finished items were made with is cut off in the middle, and shows no habit.
  [['--depth', '50'], partialLooks[0]?.name],
  [['--depth', '100'], partialLooks[0]?.name],
];

/** What is found where git has all of it. */
const found = expected
  .filter(({ drift }) => partialLooks.every(({ name }) => name !== drift))
  .flatMap(({ findings }) => findings)
  .sort();

const codeOf = (finding: string): string => finding.slice(0, finding.indexOf(' '));

describe("a project's life", () => {
  it('has something go wrong for every rule of drift and trace', () => {
    const injected = cast(drifts).flatMap(({ number, drift }) => (drift ? [`${itemId(number)} ${drift.name}`] : []));
    expect(expected.map(({ item, drift }) => `${item} ${drift}`)).toEqual([
      ...injected,
      `project ${lostHabit.name}`,
      ...partialLooks.map(({ name }) => `project ${name}`),
    ]);
    expect(injected.length).toBeGreaterThanOrEqual(60);
    for (const { findings, drift } of expected) expect(findings.length, drift).toBeGreaterThan(0);
    const codes = new Set(expected.flatMap(({ findings }) => findings.map(codeOf)));
    expect(rulesOfDrift.map(({ code }) => code).filter((code) => /^PW[67]/u.test(code) && !codes.has(code))).toEqual(
      [],
    );
  });

  it('is silent where nothing went wrong, but for a past that is missing', async () => {
    const played = playLife(false);
    expect(played.life.history.commits()).toBeGreaterThan(300);
    expect((await lint(played)).findings).toEqual([]);
    for (const [options, look = ''] of tried(clones, clones.slice(0, 1)))
      expect((await lint(played, clone(played, ...options))).findings, options.join(' ')).toEqual(findingsOf(look));
  });

  it('shows everything that went wrong, and nothing else; in a part of it what needs no past, and that the past is missing', async () => {
    const played = playLife(true);
    const { findings, messages } = await lint(played);
    expect(findings).toEqual(found);
    expect(messages.filter((message) => message.startsWith('PW690 '))).toEqual([
      expect.stringContaining(lostHabit.says),
    ]);
    for (const { name, clone: options, hides } of looks) {
      const left = found.filter((finding) => !hides.test(finding));
      const partly = await lint(played, clone(played, ...options));
      expect(partly.findings, name).toEqual([...left, ...findingsOf(name)].sort());
    }
  });
});
