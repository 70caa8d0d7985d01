import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..', 'shared');

/** The path of a folder or file in `shared/` beside the checkout; undefined where it is absent. */
function sharedFolder(...parts: readonly string[]): string | undefined {
  const path = join(root, ...parts);
  return existsSync(path) ? path : undefined;
}

/** A `describe` that is given a folder of `shared/`, and is skipped, saying so, where that is absent. */
export function describeWithShared(title: string, parts: readonly string[], body: (folder: string) => void): void {
  const folder = sharedFolder(...parts);
  if (folder === undefined) {
    describe.skip(`${title} (skipped: no ${['shared', ...parts].join('/')} beside the checkout)`, () => body(''));
    return;
  }
  describe(title, () => body(folder));
}

/** The paths of all files below `folder` that end in `suffix`, in a fixed order. */
export function filesBelow(folder: string, suffix: string): readonly string[] {
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];
}
