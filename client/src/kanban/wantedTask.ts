interface NamedTask {
  readonly text: string;
}

/** The task that is meant: the one of that text nearest to where it was; undefined if none has it any more. */
export function wantedTask<T extends NamedTask>(
  tasks: readonly T[],
  { task: place, text }: { readonly task: number; readonly text: string },
): T | undefined {
  const alike = tasks.flatMap((task, at) => (task.text === text ? [{ task, away: Math.abs(at - place) }] : []));
  return alike.sort((a, b) => a.away - b.away)[0]?.task;
}
