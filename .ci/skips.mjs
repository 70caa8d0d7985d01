// Fails when a test was skipped for another reason than that the corpus, or a program that it needs, is not there: in CI nothing else
// may be left out.
import { existsSync, readFileSync } from 'node:fs';

const known = [
  /^no shared\/\S* beside the checkout$/,
  /^(?:(?:the program \S+|it) is|its tools are) not installed$/,
  /^the variable \w+ is not set$/,
];

for (const file of ['out/test-summary.json', 'out/test-summary-long.json']) {
  if (!existsSync(file)) {
    console.log(`${file} is missing: the tests did not run to their end.`);
    process.exitCode = 1;
    continue;
  }
  for (const { title, reason } of JSON.parse(readFileSync(file, 'utf8')).skipped)
    if (!known.some((form) => form.test(reason))) {
      console.log(`Must not be skipped here: ${title} (${reason})`);
      process.exitCode = 1;
    }
}
