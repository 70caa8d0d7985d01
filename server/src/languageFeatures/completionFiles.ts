import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';

/**
 * The files of the project: folder by folder as the path is typed, and by their names where no folder is typed yet. Undefined
 * where the source code was not read.
 */
export function offerFiles({ project, place }: CompletionRequest): Offer | undefined {
  const paths = project.code?.paths;
  if (!paths) return undefined;
  const typed = /[^\s`|,;]*$/u.exec(place.before)?.[0] ?? '';
  const rest = /^[^\s`|,;]*/u.exec(place.after)?.[0].length ?? 0;
  return {
    span: { start: place.offset - typed.length, end: place.offset + rest },
    candidates: fileCandidates(paths, typed),
  };
}

function* fileCandidates(paths: readonly string[], typed: string): Generator<Candidate> {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  yield* children(paths, folder);
  if (folder !== '' || typed === '') return;
  const wanted = typed.toLowerCase();
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    if (slash < 0) continue;
    const name = path.slice(slash + 1);
    if (name.toLowerCase().startsWith(wanted))
      yield { label: path, kind: 'file', detail: path.slice(0, slash), filterText: `${name} ${path}` };
  }
}

/** What is directly in a folder; `paths` is in order, so that the folder's files are together. */
function* children(paths: readonly string[], folder: string): Generator<Candidate> {
  let at = firstFrom(paths, folder);
  for (let path = paths[at]; path?.startsWith(folder); path = paths[at]) {
    const slash = path.indexOf('/', folder.length);
    if (slash < 0) {
      yield { label: path, kind: 'file' };
      at++;
    } else {
      const inner = path.slice(0, slash + 1);
      yield { label: inner, kind: 'folder' };
      // Past everything in it: `0` follows `/` in the order of code units.
      at = firstFrom(paths, `${path.slice(0, slash)}0`);
    }
  }
}

/** The index of the first path that does not be before `wanted`. */
function firstFrom(paths: readonly string[], wanted: string): number {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
