/** The texts of blobs that were fetched; the oldest are forgotten where they become too many. */
export interface GitTexts {
  has(blob: string): boolean;
  get(blob: string): string | undefined;
  add(texts: Iterable<readonly [string, string]>): void;
}

/** @param mostCharacters how long all texts may be together. */
export function createGitTexts(mostCharacters: number): GitTexts {
  const texts = new Map<string, string>();
  let length = 0;
  return {
    has: (blob) => texts.has(blob),
    get: (blob) => texts.get(blob),
    add: (some) => {
      for (const [blob, text] of some) {
        if (texts.has(blob)) continue;
        texts.set(blob, text);
        length += text.length;
      }
      for (const [blob, text] of texts) {
        if (length <= mostCharacters) return;
        texts.delete(blob);
        length -= text.length;
      }
    },
  };
}
