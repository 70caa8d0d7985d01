/** What a program said, without the codes that colour a terminal. */
export function plainOutput(said: string): string {
  // eslint-disable-next-line no-control-regex -- that is how such codes begin
  return said.replace(/\u001b\[[\d;]*[A-Za-z]/gu, '');
}
