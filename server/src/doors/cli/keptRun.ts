import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { readSealed, sealed } from '../../workspace/sealedText.js';
import type { Disk } from '../../workspace/machine.js';
import type { CacheFiles, FileSystem } from '../../workspace/ports.js';
import { answersTheSame, type RecordedAnswer, recordAnswers } from '../../workspace/recordedAnswers.js';
import { cacheFolder, type UserPlaces } from '../../base/userFolders.js';
import type { FileToKeep, Io, RunKeeper, Said } from './io.js';

/**
 * A run that depends on its command line and on files alone, so that the same one may be answered from what it said before. The
 * answer is found by asking the files again what they were asked then: one that differs, be it a file that came or went, and the run
 * is done again. Whatever works in this account can write where it is kept; so gates never ask it.
 */
export interface KeptRun extends RunKeeper {
  /** Prints what the same run said; false where there was none, or something has changed since. */
  readonly answer: () => Promise<boolean>;
  /** Writes down what was taken; where that is not possible nothing happens. */
  readonly write: () => Promise<void>;
}

/** What a kept run is read, checked and written with. */
export interface KeptRunPorts {
  /** What the run would read, and what is asked again. */
  readonly files: FileSystem;
  readonly cache: CacheFiles;
  readonly disk: Pick<Disk, 'readdir' | 'stat' | 'unlink'>;
}

export interface KeptRunOptions extends KeptRunPorts, Pick<Io, 'cwd' | 'terminal'>, UserPlaces {
  /** What is behind `lint`. */
  readonly args: readonly string[];
  /** Tells one build of Pactwright from any other. */
  readonly build: string;
  readonly print: (said: Said) => void;
}

/** The environment variables that change what `lint` does. */
export type LintEnvironment = Readonly<Partial<Record<'NO_COLOR' | 'GITHUB_WORKSPACE', string>>>;

/** Those of them that are set. */
export function lintEnvironment({ NO_COLOR, GITHUB_WORKSPACE }: UserPlaces['env']): LintEnvironment {
  return {
    ...(NO_COLOR === undefined ? {} : { NO_COLOR }),
    ...(GITHUB_WORKSPACE === undefined ? {} : { GITHUB_WORKSPACE }),
  };
}

/** How many runs are kept; the oldest go. A hook names other files each time, a person seldom has more projects at hand. */
const most = 30;
/** Several times what a run over all the files that an index reads leaves behind. */
const maxBytes = 64 * 1024 * 1024;
const ownName = /^[0-9a-f]{64}\.json(?:\.[0-9a-f]{12}\.tmp)?$/u;

/** One run of `lint`: it has to read by the `files` of what is returned, and those note one run alone. Nothing here throws. */
export function keptRun({
  args,
  build,
  cwd,
  env,
  terminal,
  files,
  cache,
  disk,
  print,
  ...places
}: KeptRunOptions): KeptRun {
  const cacheRoot = cacheFolder({ env, ...places });
  const folder = path.join(cacheRoot, 'lint');
  const documents = path.join(cacheRoot, 'documents');
  const tasks: (() => FileToKeep | undefined)[] = [];
  const known = JSON.stringify([build, process.version, cwd, args, terminal, lintEnvironment(env)]);
  const file = path.join(folder, `${contentHash(known)}.json`);
  const answers: RecordedAnswer[] = [];
  let taken: Said | undefined;
  return {
    files: recordAnswers(files, (answer) => answers.push(answer)),
    unnoted: files,
    folder: documents,
    build,
    later: (task) => tasks.push(task),
    take: (said) => {
      taken = said;
    },
    answer: async () => {
      try {
        const text = await readSealed(file, files, maxBytes);
        const kept = text === undefined ? undefined : (JSON.parse(text) as Kept); // what this build has written
        if (!kept || !(await answersTheSame(kept.answers, files))) return false;
        const { out, err, code } = kept.said;
        if (typeof out !== 'string' || typeof err !== 'string' || typeof code !== 'number') return false;
        print({ out, err, code });
        return true;
      } catch {
        // Somebody else has written it, in another shape.
        return false;
      }
    },
    write: async () => {
      if (!taken) return;
      const text = JSON.stringify({ answers, said: taken } satisfies Kept);
      await cache.write(file, sealed(text));
      await removeOldest(disk, folder);
      const written = tasks.flatMap((task) => task() ?? []);
      for (const one of written) await cache.write(one.file, one.text);
      if (written.length > 0) await removeOldest(disk, documents);
    },
  };
}

interface Kept {
  readonly answers: readonly RecordedAnswer[];
  readonly said: Said;
}

/** Of ours alone: who made the folder may have something else in it. */
async function removeOldest(disk: KeptRunPorts['disk'], folder: string): Promise<void> {
  const names = (await disk.readdir(folder).catch(() => [])).filter((name) => ownName.test(name));
  if (names.length <= most) return;
  const written = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const at = await disk.stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      return { file, at };
    }),
  );
  written.sort((one, other) => other.at - one.at);
  await Promise.all(written.slice(most).map(({ file }) => disk.unlink(file).catch(() => undefined)));
}
