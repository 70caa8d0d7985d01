/**
 * What is sent to the standard input of this process. All of it is read, so that who sends it is not disturbed.
 *
 * @param longest how much is kept, in UTF-16 units: what is longer is cut somewhere behind.
 */
export async function readStandardInput(longest = Infinity): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) if (text.length <= longest) text += String(piece);
  return text;
}
