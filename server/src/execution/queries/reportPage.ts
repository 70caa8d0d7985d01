import { defineQuery } from './query.js';

/** A project's code and findings as one page. Asked by the operation `report`. */
export const reportPage = defineQuery({
  name: 'report-page',
  summary: 'Makes one HTML page of modules, files, classes, calls, complexity, findings and the audit',
  details: 'Without script; it loads nothing.',
  example: {},
  fields: {},
  toolset: 'code',
  readOnly: true,
  ask: async (scene) => (await import('./reportAnswer.js')).reportAnswer(scene),
});
