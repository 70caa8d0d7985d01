import { defineQuery } from './query.js';

/** What a browser reported. */
export const observe = defineQuery({
  name: 'observe',
  summary: 'Sorts what a browser reported, from a HAR file or a log of its console, into errors, warnings and hints',
  details:
    'Errors: answers 5xx, requests without an answer, console errors and exceptions. Warnings: answers 4xx but 404, console warnings, a largest contentful paint over 2.5 s. A log is text, or one JSON object per line with `type` or `level`, as Playwright writes it. Queries of URLs are left out.',
  example: { file: 'log.jsonl' },
  fields: {
    file: {
      type: 'text',
      required: true,
      positional: true,
      description: 'the HAR file or the log, relative to the current folder',
      completes: 'path',
    },
  },
  toolset: 'code',
  examples: [['observe out/checkout.har', 'what went wrong while the page was used']],
  bad: 'there is an error or a warning',
  readOnly: true,
  ask: async (scene, input) => (await import('./observeAnswer.js')).observeAnswer(scene, input),
});
