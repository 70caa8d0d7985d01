/** Whether two paths lead to one file on file systems that make no difference of case, as those of macOS and Windows mostly are. */
export function isSameFile(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
