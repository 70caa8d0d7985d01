/** The prompt of the agent that works on a packet. @param prompt the task. @param told what a review or a check found. */
export function buildPrompt(prompt: string, told: string | undefined): string {
  return told === undefined ? prompt : `${prompt}\n\n## Review Feedback (address before resubmitting)\n\n${told}\n`;
}

/** The prompt of the agent that reviews a packet: another than that of the author. */
export function reviewPrompt(wp: string, prompt: string, base: string): string {
  return [
    `Review the work on ${wp} in this folder. Do not change any file.`,
    '',
    `\`git diff ${base}\` shows what was changed. Compare it with the task below: is all of it done, is nothing else changed, do the tests show it?`,
    '',
    'List each finding on a line of its own, as `- P1 path:line what is wrong` (P0 and P1 must be fixed, P2 and P3 may be).',
    'End with one line: `Verdict: PASS` or `Verdict: FAIL`.',
    '',
    '## The task',
    '',
    prompt,
  ].join('\n');
}
