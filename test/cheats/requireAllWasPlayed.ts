/** @throws where the agent could not do its part: what it is judged by then says nothing. @param record what it noted of itself. */
export function requireAllWasPlayed(record: string): void {
  const entries = record
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { readonly ran?: unknown; readonly status?: number; readonly stderr?: string });
  const failed = entries.find(({ ran, status }) => ran !== undefined && status !== 0);
  if (failed) throw new Error(failed.stderr);
  if (!entries.some(({ ran }) => ran !== undefined)) throw new Error('the agent has done nothing');
}
