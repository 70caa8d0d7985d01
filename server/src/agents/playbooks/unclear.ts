import { own, row, type Row } from './row.js';

/** A signal that a request leaves something open. */
interface Signal {
  readonly weight: 1 | 2;
  /** What the request says; `$1` in `asks` is its first match. */
  readonly when: RegExp;
  /** What settles it. */
  readonly unless?: RegExp;
  readonly asks: string;
}

const number = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|none|zero)\b/iu;
const someone =
  /\b(?:users?|customers?|admins?|administrators?|visitors?|guests?|members?|developers?|readers?|authors?|editors?|operators?|callers?|clients?|people|person|buyers?|sellers?|owners?|i|we)\b/iu;

const signals: readonly Signal[] = [
  {
    weight: 2,
    when: /\b(fast|faster|quick|quickly|slow|performance|performant|scal(?:e|es|able)|large|huge|many|heavy load|responsive)\b/iu,
    unless: number,
    asks: '“$1” without a number: how many, how large, how long at most?',
  },
  {
    weight: 2,
    when: /\b(better|improved?|improvements?|nice|nicer|clean|cleaner|modern|simple|simpler|easy|easier|intuitive|user[- ]friendly|robust|secure|proper(?:ly)?|optimi[sz]ed?)\b/iu,
    asks: '“$1” is no criterion: what can a test see that is not so today?',
  },
  {
    weight: 2,
    when: /\b(etc|and so on|and more|various|several|some|certain|appropriate|relevant|as needed|if needed|where possible|if possible)\b/iu,
    asks: '“$1” has no boundary: name each one, and what is out of scope.',
  },
  {
    weight: 1,
    when: /\b(could|might|maybe|perhaps|ideally|somehow|tbd|todo)\b|\?\?/iu,
    asks: '“$1” leaves it open: is it required?',
  },
];

/** From this many words on, a request that names no user or no number leaves that out on purpose or by mistake. */
const shortest = 15;
/** Less than that is usual. */
const notable = 3;

/**
 * What a request leaves open, by its words: vague ones, missing numbers, boundaries and users. Signals are weighted, and one alone
 * reports nothing.
 *
 * @param request what a person asked for, in their words.
 * @returns questions, the heaviest first.
 */
export function unclearRows(request: string): readonly Row[] {
  const words = request.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? [];
  const found = signals.flatMap(({ weight, when, unless, asks }) => {
    const match = when.exec(request);
    return match && !unless?.test(request)
      ? [{ weight, asks: asks.replace('$1', (match[1] ?? match[0]).toLowerCase()) }]
      : [];
  });
  if (words.length < shortest)
    found.push({ weight: 1, asks: 'It is very short: what goes in, what comes out, and what if it fails?' });
  if (!someone.test(request)) found.push({ weight: 1, asks: 'It names no user: who does this, and who must not?' });
  if (found.reduce((sum, { weight }) => sum + weight, 0) < notable) return [];
  return found.sort((one, other) => other.weight - one.weight).map(({ asks }) => row`${own(asks)}`);
}
