/** Whether a text holds the letters of another one in their order. Both in the same letter case. */
export function isSubsequence(wanted: string, text: string): boolean {
  let at = 0;
  for (const letter of wanted) {
    const found = text.indexOf(letter, at);
    if (found < 0) return false;
    at = found + letter.length;
  }
  return true;
}
