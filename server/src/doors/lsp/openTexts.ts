import type { OpenDocument } from './followedProjects.js';
import { toPath } from './uris.js';

/** How long typing must pause before what was typed is judged. */
const debounceMs = 150;

/** What is open in the editor, by path: editor and server may spell the URI of one file differently. */
export class OpenTexts {
  readonly #onPause: () => void;
  readonly #open = new Map<string, OpenDocument>();
  // What was opened, edited or closed (undefined) and is not judged yet.
  readonly #pending = new Map<string, OpenDocument | undefined>();
  #timer: NodeJS.Timeout | undefined;

  /** @param onPause called when typing pauses. */
  constructor(onPause: () => void) {
    this.#onPause = onPause;
  }

  get all(): Iterable<readonly [file: string, document: OpenDocument]> {
    return this.#open;
  }

  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  isPending(file: string): boolean {
    return this.#pending.has(file);
  }

  /** Opened or edited. */
  changed(document: OpenDocument): void {
    const file = toPath(document.uri);
    if (file === undefined) return;
    this.#open.set(file, document);
    this.#schedule(file, document);
  }

  closed(uri: string): void {
    const file = toPath(uri);
    if (file === undefined) return;
    this.#open.delete(file);
    this.#schedule(file, undefined);
  }

  /** All that is pending; nothing is pending then. */
  take(): readonly (readonly [file: string, document: OpenDocument | undefined])[] {
    const now = [...this.#pending];
    this.#pending.clear();
    return now;
  }

  /** Keeps `onPause` from being called until something else is typed. */
  stopWaiting(): void {
    clearTimeout(this.#timer);
  }

  #schedule(file: string, document: OpenDocument | undefined): void {
    this.#pending.set(file, document);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onPause, debounceMs);
  }
}
