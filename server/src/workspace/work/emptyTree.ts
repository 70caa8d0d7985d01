/** The tree without files, by the kind of hash (SHA-1, SHA-256) that another name is; git knows it without having it. */
export function emptyTreeLike(hash: string): string {
  return hash.length === 64
    ? '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
    : '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
}
