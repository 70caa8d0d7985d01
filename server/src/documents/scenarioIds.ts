/** What makes two scenario ids the same: the number without leading zeros (`TC-01` and `TC-1`); undefined for no id. */
export function scenarioKey(id: string): string | undefined {
  return /^@?TC-?0*(\d+)$/iu.exec(id)?.[1];
}
