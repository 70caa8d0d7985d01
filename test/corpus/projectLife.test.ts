import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drifts } from '../support/projectLife/drifts.js';
import { itemId } from '../support/projectLife/item.js';
import { type Casting, cast, play } from '../support/projectLife/play.js';
import { recordLife } from '../support/projectLife/recordLife.js';
import { run } from '../support/runCli.js';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';

/** What one drift makes the rules say. */
interface Expected {
  readonly drift: string;
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
  readonly castings: readonly Casting[];
  readonly commits: number;
  /** `CODE severity path: line` of every finding. */
  readonly findings: readonly string[];
}

async function playAndLint(withDrifts: boolean): Promise<Played> {
  const folder = temporaryFolder();
  const castings = cast(drifts);
  const life = play(castings, withDrifts);
  life.history.write(folder);
  if (withDrifts)
    for (const { number, drift } of castings)
      if (drift?.onDisk) writeFiles(folder, Object.fromEntries([drift.onDisk(life.item(number))]));
  const env = await recordLife(folder, castings, withDrifts, life.now());
  const { out } = await run({ cwd: folder, env, now: life.now() }, 'lint', '--git', '--format', 'json');
  const { findings } = JSON.parse(out) as { findings: Reported[] }; // our own format, tested elsewhere
  const lines = new Map<string, readonly string[]>();
  const lineOf = ({ path: file, range }: Reported): string => {
    const text = lines.get(file) ?? readFileSync(path.join(folder, file), 'utf8').split('\n');
    lines.set(file, text);
    return text[range.start.line] ?? '';
  };
  return {
    castings,
    commits: life.history.commits(),
    findings: findings.map((one) => `${one.code} ${one.severity} ${one.path}: ${lineOf(one)}`),
  };
}

const expected = JSON.parse(
  readFileSync(new URL('../support/projectLife/expected.json', import.meta.url), 'utf8'),
) as readonly Expected[]; // data of our own beside the script

/** Said of every life: of items that are planned and no more, and of what half the items keep. */
const known = (finding: string): boolean => /^(E008 info|PW690 info) /.test(finding);

describe("a project's life", () => {
  it('gives no error and no warning where nothing went wrong', async () => {
    const { commits, findings } = await playAndLint(false);
    expect(commits).toBeGreaterThan(300);
    expect(findings.filter((finding) => !known(finding))).toEqual([]);
  });

  it('shows everything that went wrong, and nothing else', async () => {
    const { castings, findings } = await playAndLint(true);
    const injected = castings.flatMap(({ number, drift }) => (drift ? [`${itemId(number)} ${drift.name}`] : []));
    expect(expected.map(({ item, drift }) => `${item} ${drift}`)).toEqual(injected);
    expect(injected.length).toBeGreaterThanOrEqual(60);
    for (const { findings: own, drift } of expected) expect(own.length, drift).toBeGreaterThan(0);
    expect(findings.filter((finding) => !known(finding)).sort()).toEqual(
      expected.flatMap(({ findings: own }) => own).sort(),
    );
  });
});
