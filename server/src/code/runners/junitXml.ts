import { present } from '../../base/json.js';
import type { ReportedTest, TestStatus } from './runner.js';
import { elementsOf, parseXml, type XmlElement } from './xml.js';

/** One `testcase` of a report in the form that Ant's JUnit task made common. */
export interface JunitCase {
  readonly name: string;
  readonly className: string;
  /** Only pytest tells it, and only in its `xunit1` form. */
  readonly file?: string;
  readonly result: Pick<ReportedTest, 'status' | 'message' | 'durationMs'>;
}

/** The test cases of the reports of pytest, Surefire and Gradle. */
export function readJunit(source: string): JunitCase[] {
  return elementsOf(parseXml(source), 'testcase').map((element) => ({
    name: element.attributes.get('name') ?? '',
    className: element.attributes.get('classname') ?? '',
    ...present({ file: element.attributes.get('file') }),
    result: resultOf(element),
  }));
}

const statuses: readonly (readonly [string, TestStatus])[] = [
  ['error', 'errored'],
  ['failure', 'failed'],
  ['skipped', 'skipped'],
];

function resultOf({ attributes, children }: XmlElement): JunitCase['result'] {
  const seconds = Number(attributes.get('time')?.replaceAll(',', ''));
  const duration = Number.isFinite(seconds) ? { durationMs: seconds * 1000 } : {};
  for (const [name, status] of statuses) {
    const found = children.find((child) => child.name === name);
    if (!found) continue;
    const message = found.attributes.get('message') ?? '';
    const text = found.text.trim();
    // The text mostly holds the message, and where it went wrong.
    const whole = text.includes(message) ? text : [message, text].filter((part) => part !== '').join('\n');
    return { status, ...duration, ...(whole === '' ? {} : { message: whole }) };
  }
  return { status: 'passed', ...duration };
}
