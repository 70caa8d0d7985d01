import type { GitAnswer } from '../ports.js';
import { isSameSet } from './gitState.js';

export interface Ignored {
  readonly paths: ReadonlySet<string>;
  /** Why it is not known. */
  readonly failure?: string;
}

/** Which documents git ignores. */
export class IgnoredDocuments {
  #documents: readonly string[] = [];
  #known: Ignored = { paths: new Set() };
  #isDue = true;

  /** The documents that git is asked about. */
  get documents(): readonly string[] {
    return this.#documents;
  }

  /** The same object until it says something else. */
  get known(): Ignored {
    return this.#known;
  }

  /** Whether git has to be asked. */
  get isDue(): boolean {
    return this.#isDue;
  }

  setDocuments(wanted: readonly string[]): void {
    if (isSameSet(new Set(this.#documents), new Set(wanted))) return;
    this.#documents = [...wanted];
    this.#isDue = true;
  }

  /** @param asked the documents when git was asked; by now there may be others. */
  learn(asked: readonly string[], answer: GitAnswer<ReadonlySet<string>>): void {
    const { paths, failure } = this.#known;
    if (answer.kind !== 'answer') {
      if (failure !== answer.message) this.#known = { paths: new Set(), failure: answer.message };
    } else if (failure !== undefined || !isSameSet(paths, answer.value)) this.#known = { paths: answer.value };
    this.#isDue = asked !== this.#documents;
  }

  /** @param ignored what git says it ignores, relative to the top of the repository; a folder ends with `/`. */
  learnStatus(asked: readonly string[], ignored: readonly string[], prefix: string): void {
    const paths = new Set(ignored);
    this.learn(asked, { kind: 'answer', value: new Set(asked.filter((file) => isIn(paths, prefix + file))) });
  }
}

/** Whether some paths hold a file, or a folder it is in, which ends with `/`. */
function isIn(paths: ReadonlySet<string>, file: string): boolean {
  if (paths.has(file)) return true;
  for (let end = file.indexOf('/'); end !== -1; end = file.indexOf('/', end + 1))
    if (paths.has(file.slice(0, end + 1))) return true;
  return false;
}
