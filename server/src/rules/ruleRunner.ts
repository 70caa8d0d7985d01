import { none } from '../base/same.js';
import type { AnyDocument } from '../documents/document.js';
import type { Said } from './keptReports.js';
import type { Report, Rule } from './rule.js';
import { type Context, notYet } from './ruleContext.js';
import { joinReports, type RuleReport } from './ruleReport.js';
import type { RuleSet } from './ruleSet.js';

export const noReports: readonly RuleReport[] = [];

/**
 * Runs rules on documents. `private` and by index, as each of sixty rules is run on each of thousands of documents, mostly in code that the
 * engine has not optimized.
 */
export class RuleRunner {
  private readonly severityOf: RuleSet['severityOf'];
  /** Those that have asked for what was not known yet. Nothing is lost by not running them early: a rule asks before it reports. */
  private readonly asking = new Set<Rule>();

  constructor({ severityOf }: Pick<RuleSet, 'severityOf'>) {
    this.severityOf = severityOf;
  }

  run(rules: readonly Rule[], document: AnyDocument, context: Context): readonly RuleReport[] {
    let reports = noReports;
    for (let index = 0; index < rules.length; index++) {
      const own = this.check(rules[index] as Rule, document, context);
      if (own !== noReports) reports = joinReports(reports, own);
    }
    return reports;
  }

  /** Runs rules, and tells apart those that asked for more than the document's surroundings. */
  runSurrounded(
    rules: readonly Rule[],
    document: AnyDocument,
    context: Context,
  ): { readonly said: Omit<Said, 'leads'>; readonly ofFurther: readonly RuleReport[] } {
    let reports = noReports;
    let ofFurther = noReports;
    const further: Rule[] = [];
    for (let index = 0; index < rules.length; index++) {
      const rule = rules[index] as Rule;
      const own = this.checkIfKnown(rule, document, context);
      if (context.takeAskedFurther()) {
        further.push(rule);
        ofFurther = joinReports(ofFurther, own);
      } else if (own !== noReports) reports = joinReports(reports, own);
    }
    return { said: { reports, further }, ofFurther };
  }

  /** Puts what a rule said to other reports, with the severity that it has here. */
  add(reports: RuleReport[], rule: Rule, said: Iterable<Report>): void {
    if (said === none) return;
    for (const report of said) reports.push({ rule, report, severity: this.severityOf(rule, report) });
  }

  private check(rule: Rule, document: AnyDocument, context: Context): readonly RuleReport[] {
    if (rule.suspects?.(document, context) === false) return noReports;
    if (context.isEarly && this.asking.has(rule)) {
      context.noteAskedFurther();
      return noReports;
    }
    const said = rule.check(document, context);
    if (said === none) return noReports;
    const reports: RuleReport[] = [];
    this.add(reports, rule, said);
    return reports;
  }

  /** Unless it asks for what is not known yet. */
  private checkIfKnown(rule: Rule, document: AnyDocument, context: Context): readonly RuleReport[] {
    try {
      return this.check(rule, document, context);
    } catch (error) {
      if (error !== notYet) throw error;
      this.asking.add(rule);
      return noReports;
    }
  }
}
