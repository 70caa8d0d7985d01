import { documentKinds } from '../../documents/registry.js';
import { defineRule, type Report } from '../rule.js';
import { nearestName } from '../../base/nearestName.js';
import { nearestRule } from './nearestRule.js';

const directives = ['pactwright-disable-next-line', 'pactwright-disable', 'pactwright-enable'] as const;

export const malformedSuppression = defineRule({
  code: 'PW522',
  name: 'malformed-suppression',
  summary: 'A comment that is to switch rules off or on, but cannot',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  lastPass: true,
  documents: documentKinds,
  why: 'The comment has no effect. Either the finding it was written for is still reported, or it would be the day it comes back.',
  ok: '<!-- pactwright-disable-next-line PW113 -- the slot is the subject here -->\n',
  notOk: '<!-- pactwright-disable-nextline PW113 -->\n',
  fix: 'Write `pactwright-disable-next-line`, `pactwright-disable` or `pactwright-enable`, in small letters and on a line of its own, then the codes or names of rules; a reason may follow after ` -- `. Only `enable` may stand without codes.',
  pactkit: 'PactKit has no such comments and passes them over.',
  *check({ suppressions }, { knownRules }): Generator<Report> {
    if (suppressions.length === 0) return;
    const known = new Set(knownRules.flatMap(({ code, name }) => [code, name]));
    for (const { kind, codes, span, unknown, inText } of suppressions) {
      if (inText) {
        yield {
          span,
          message: 'In a line of text this comment does nothing. Put it on a line of its own.',
        };
        continue;
      }
      if (unknown) {
        const nearest = nearestName(unknown.value, directives);
        yield {
          span: unknown.span,
          message: `There is no comment \`${unknown.value}\`, so this does nothing. ${nearest === undefined ? `There are ${directives.map((one) => `\`${one}\``).join(', ')}.` : `Is \`${nearest}\` meant?`}`,
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
          message: `This comment names no rule, so it switches nothing off. Name the codes: \`pactwright-${kind} PW113\`.`,
        };
      }
      for (const code of codes) {
        if (known.has(code.value)) continue;
        const nearest = nearestRule(code.value, knownRules);
        yield {
          span: code.span,
          message: `There is no rule \`${code.value}\`, so this does nothing. ${nearest === undefined ? '`pactwright rules` lists the rules there are.' : `Is \`${nearest}\` meant?`}`,
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
  },
});
