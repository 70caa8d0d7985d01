import { below, folderOf, foldersFrom, type ModulePlaces } from './modulePlaces.js';

/**
 * The file that `require` or, with `./` before it, `require_relative` leads to. Others are looked for where a gem and its tests are
 * loaded from: `lib`, `test`, `spec` and the folders around the file.
 */
export function resolveRuby(file: string, from: string, { isFile }: ModulePlaces): string | undefined {
  const name = from.endsWith('.rb') ? from : `${from}.rb`;
  const places = /^\.{1,2}\//u.test(name)
    ? [below(folderOf(file), name)]
    : foldersFrom(folderOf(file)).flatMap((folder) =>
        ['', 'lib', 'test', 'spec'].map((one) => below(folder, `${one}/${name}`)),
      );
  return places.find((place) => place !== undefined && isFile(place));
}
