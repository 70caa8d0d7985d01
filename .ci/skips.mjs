// Fails when a test was skipped for any reason but the missing corpus: in CI nothing else may be left out.
import { existsSync, readFileSync } from 'node:fs';

const corpusIsMissing = /^no shared\/\S* beside the checkout$/;

for (const file of ['out/test-summary.json', 'out/test-summary-long.json']) {
  if (!existsSync(file)) {
    console.log(`${file} is missing: the tests did not run to their end.`);
    process.exitCode = 1;
    continue;
  }
  for (const { title, reason } of JSON.parse(readFileSync(file, 'utf8')).skipped)
    if (!corpusIsMissing.test(reason)) {
      console.log(`Must not be skipped here: ${title} (${reason})`);
      process.exitCode = 1;
    }
}
