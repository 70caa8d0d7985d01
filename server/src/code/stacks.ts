/** The stacks that PactKit names, and Rust. */
export type Stack = 'python' | 'node' | 'go' | 'java' | 'rust';

/** The files that say so, in the order in which stacks are listed. */
const markers: readonly (readonly [Stack, RegExp])[] = [
  ['python', /^(?:pyproject\.toml|setup\.(?:py|cfg)|requirements\.txt|Pipfile)$/u],
  ['node', /^package\.json$/u],
  ['go', /^go\.mod$/u],
  ['java', /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/u],
  ['rust', /^Cargo\.toml$/u],
];

/**
 * The stacks of a project by the files that build it: those of its root, else those of the folders one level down.
 *
 * @param paths the files of the project, relative to its root, with `/`.
 */
export function stacksOf(paths: readonly string[]): readonly Stack[] {
  const at = (depth: number): readonly Stack[] => {
    const names = new Set(
      paths.flatMap((path) => {
        const parts = path.split('/');
        return parts.length === depth && !path.startsWith('.') ? [parts.at(-1) ?? ''] : [];
      }),
    );
    return markers.flatMap(([stack, marker]) => ([...names].some((name) => marker.test(name)) ? [stack] : []));
  };
  const here = at(1);
  return here.length > 0 ? here : at(2);
}
