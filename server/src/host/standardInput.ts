/** All that is sent to the standard input of this process. */
export async function readStandardInput(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) text += String(piece);
  return text;
}
