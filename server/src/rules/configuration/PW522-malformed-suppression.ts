import { documentKinds } from '../../documents/registry.js';
import { defineRule, type Report, type RuleContext } from '../rule.js';
import type { Commented } from '../suppression.js';
import { nearestName } from '../../base/nearestName.js';
import { nearestRule } from './nearestRule.js';

const directives = ['pactwright-disable-next-line', 'pactwright-disable', 'pactwright-enable'] as const;

export const malformedSuppression = defineRule({
  code: 'PW522',
  name: 'malformed-suppression',
  summary: 'A comment that turns rules off or on is malformed',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  lastPass: true,
  documents: documentKinds,
  why: 'The comment has no effect. The finding it was written for is still reported, or will be when it comes back.',
  fix: 'Write `pactwright-disable-next-line`, `pactwright-disable` or `pactwright-enable`, in lowercase and on its own line, then the codes or names of rules. A reason may follow after ` -- `. Only `enable` may be used without codes.',
  pactkit: 'PactKit has no such comments and ignores them.',
  check: malformedIn,
  checkSource: malformedIn,
});

function* malformedIn(
  { suppressions }: Pick<Commented, 'suppressions'>,
  { knownRules }: Pick<RuleContext, 'knownRules'>,
): Generator<Report> {
  if (suppressions.length === 0) return;
  const known = new Set(knownRules.flatMap(({ code, name }) => [code, name]));
  for (const { kind, codes, span, unknown, inText } of suppressions) {
    if (inText) {
      yield {
        span,
        message: 'Within a line of text this comment has no effect. Put it on its own line.',
      };
      continue;
    }
    if (unknown) {
      const nearest = nearestName(unknown.value, directives);
      yield {
        span: unknown.span,
        message: `There is no comment \`${unknown.value}\`, so this has no effect. ${nearest === undefined ? `Use ${directives.map((one) => `\`${one}\``).join(', ')}.` : `Did you mean \`${nearest}\`?`}`,
        ...(nearest === undefined
          ? {}
          : {
              fix: {
                title: `Write \`${nearest}\``,
                safe: false,
                edits: [{ span: unknown.span, newText: nearest }],
              },
            }),
      };
      continue;
    }
    if (codes.length === 0 && kind !== 'enable') {
      yield {
        span,
        anchor: `${kind} without code`,
        message: `This comment names no rule, so it turns nothing off. Add the codes: \`pactwright-${kind} PW113\`.`,
      };
    }
    for (const code of codes) {
      if (known.has(code.value)) continue;
      const nearest = nearestRule(code.value, knownRules);
      yield {
        span: code.span,
        message: `There is no rule \`${code.value}\`, so this has no effect. ${nearest === undefined ? 'Run `pactwright rules` for a list.' : `Did you mean \`${nearest}\`?`}`,
        ...(nearest === undefined
          ? {}
          : {
              fix: {
                title: `Change it to \`${nearest}\``,
                safe: false,
                edits: [{ span: code.span, newText: nearest }],
              },
            }),
      };
    }
  }
}
