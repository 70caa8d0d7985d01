import { readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { cacheFiles } from '../../host/cacheFiles.js';
import { contentHash } from '../../workspace/contentHash.js';
import type { FileSystem } from '../../workspace/ports.js';
import { answersTheSame, type RecordedAnswer, recordAnswers } from '../../workspace/recordedAnswers.js';
import { cacheFolder, type UserPlaces } from '../../workspace/userFolders.js';
import type { Io, RunKeeper, Said } from './io.js';

/**
 * A run that depends on its command line and on files alone, so that the same one may be answered from what it said before. The
 * answer is found by asking the files again what they were asked then: one that differs, be it a file that came or went, and the run
 * is done anew. Whatever works in this account can write where it is kept; so gates never ask it.
 */
export interface KeptRun extends RunKeeper {
  /** What the same run said; undefined where there was none, or something has changed since. */
  readonly recall: () => Promise<Said | undefined>;
}

export interface KeptRunOptions extends Pick<Io, 'cwd' | 'env' | 'terminal'>, UserPlaces {
  readonly args: readonly string[];
  /** Tells one build of Pactwright from any other. */
  readonly build: string;
  readonly files: FileSystem;
}

/** The environment variables that a run of `lint` goes by. */
export type LintEnvironment = Readonly<Partial<Record<'NO_COLOR' | 'GITHUB_WORKSPACE', string>>>;

/** Those of them that are set. */
export function lintEnvironment({ NO_COLOR, GITHUB_WORKSPACE }: Io['env']): LintEnvironment {
  return {
    ...(NO_COLOR === undefined ? {} : { NO_COLOR }),
    ...(GITHUB_WORKSPACE === undefined ? {} : { GITHUB_WORKSPACE }),
  };
}

/** How many runs are kept; the oldest go. A hook names other files each time, a person seldom has more projects at hand. */
const most = 30;

export function keptRun({ args, build, cwd, env, terminal, files, ...places }: KeptRunOptions): KeptRun {
  const folder = path.join(cacheFolder({ env, ...places }), 'lint');
  const known = JSON.stringify([build, process.version, cwd, args, terminal, lintEnvironment(env)]);
  const file = path.join(folder, `${contentHash(known)}.json`);
  const answers: RecordedAnswer[] = [];
  return {
    files: recordAnswers(files, (answer) => answers.push(answer)),
    recall: async () => {
      const kept = readKept(await cacheFiles.read(file));
      return kept && (await answersTheSame(kept.answers, files)) ? kept.said : undefined;
    },
    keep: async (said) => {
      const text = JSON.stringify({ answers, said } satisfies Kept);
      await cacheFiles.write(file, `${contentHash(text)}\n${text}`);
      await removeOldest(folder);
    },
  };
}

interface Kept {
  readonly answers: readonly RecordedAnswer[];
  readonly said: Said;
}

/** A file that is damaged counts as none: its first line is the hash of the rest. */
function readKept(content: string | undefined): Kept | undefined {
  const end = content?.indexOf('\n') ?? -1;
  if (content === undefined || content.slice(0, end) !== contentHash(content.slice(end + 1))) return undefined;
  return JSON.parse(content.slice(end + 1)) as Kept; // by its hash it is what this very build has written
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length <= most) return;
  const written = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return {
        file,
        at: await stat(file).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      };
    }),
  );
  written.sort((one, other) => other.at - one.at);
  await Promise.all(written.slice(most).map(({ file }) => unlink(file).catch(() => undefined)));
}
