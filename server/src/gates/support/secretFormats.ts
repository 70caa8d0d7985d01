/** A form in which secrets are written that cannot be much else. */
interface SecretFormat {
  /** With its article, for a message. */
  readonly name: string;
  /** Global; the first group is the secret where not all of the match is. Linear: each part is bounded by its characters. */
  readonly pattern: RegExp;
  /** Common in tests, where it opens nothing. */
  readonly fineInTests?: true;
  /** Letters in both cases and digits have to be in it: words with hyphens look like it otherwise. */
  readonly mixed?: true;
}

/** The forms as those who hand the secrets out describe them, and as GitHub's secret scanning looks for them. */
export const secretFormats: readonly SecretFormat[] = [
  { name: 'an AWS access key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/gu },
  { name: 'a GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/gu },
  { name: 'a GitHub token', pattern: /\bgithub_pat_[A-Za-z0-9_]{50,255}\b/gu },
  { name: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,255}/gu },
  { name: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{20,255}/gu },
  {
    name: 'a Slack web hook',
    pattern: /\bhooks\.slack\.com\/services\/(T[A-Z0-9]{6,20}\/B[A-Z0-9]{6,20}\/[A-Za-z0-9]{20,40})/gu,
  },
  { name: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/gu },
  { name: 'an Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,255}/gu, mixed: true },
  { name: 'an OpenAI key', pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,255}/gu, mixed: true },
  { name: 'a Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{16,255}\b/gu },
  { name: 'a Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/gu },
  { name: 'an Azure storage key', pattern: /\bAccountKey=([A-Za-z0-9+/]{60,200}={0,2})/gu },
  { name: 'an Azure access key', pattern: /\bSharedAccessKey=([A-Za-z0-9+/]{40,200}={0,2})/gu },
  {
    name: 'a JSON Web Token',
    pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/gu,
    fineInTests: true,
    mixed: true,
  },
];

/** What documentation uses for everyone to see: the key of Azure's storage emulator, and the payload of the token at jwt.io. */
const wellKnown: readonly string[] = [
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/',
  'eyJzdWIiOiIxMjM0NTY3ODkwI',
];

const stoodFor =
  /example|change[-_]?(?:me|it)|placeholder|dummy|redacted|replace|your[-_]|insert|sample|[<>…]|\$\{|\{\{|%[sd({]|x{4}|\*{3}|\.{3}|0{6}|12345|abcdef/iu;

/** Whether a value stands for one that is to be put in, or is known to everyone. */
export function isPlaceholder(value: string): boolean {
  return stoodFor.test(value) || wellKnown.some((known) => value.includes(known)) || /^(.)\1*$/u.test(value);
}

/** Whether a value has letters in both cases, and digits. */
export function isMixed(value: string): boolean {
  return /[a-z]/u.test(value) && /[A-Z]/u.test(value) && /\d/u.test(value);
}

/**
 * How much chance there is in a value: Shannon's entropy of its characters, in bits for each.
 *
 * @see https://en.wikipedia.org/wiki/Entropy_(information_theory)
 */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const unit of value) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
