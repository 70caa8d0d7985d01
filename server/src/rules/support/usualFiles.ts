const shared =
  /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|pyproject\.toml|(?:poetry|uv|Pipfile|Cargo|composer|Gemfile|go)\.(?:lock|sum|mod)|requirements[\w-]*\.txt|Pipfile|Cargo\.toml|Gemfile|composer\.json|CHANGELOG(?:\.\w+)?)$/iu;

/** Manifests, lock files and changelogs: many items touch them, and git merges them by line. */
export function isShared(path: string): boolean {
  return shared.test(path);
}

const prose =
  /(?:^|\/)(?:README|CHANGELOG|CHANGES|HISTORY|NEWS|AUTHORS|LICEN[CS]E|NOTICE)(?:\.\w+)?$|\.(?:md|markdown|rst|adoc)$/iu;

/** What is read by people alone. */
export function isProse(path: string): boolean {
  return prose.test(path);
}
