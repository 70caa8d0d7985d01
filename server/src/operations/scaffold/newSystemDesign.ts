import { defineOperation } from '../operation.js';
import { newFile } from '../support/newFile.js';

const path = 'docs/architecture/graphs/system_design.mmd';

/** Begins the drawing of the system. */
export const newSystemDesign = defineOperation({
  name: 'new-system-design',
  group: 'scaffold',
  summary: 'Creates the drawing of the system from the modules of the project',
  details: `\`${path}\`, for you to complete: what the parts are for, and what is outside. From then on \`doctor\` reports modules that it leaves out, and paths in it that are gone.`,
  example: {},
  fields: {},
  reads: [],
  needs: 'documents',
  anywhere: true,
  writes: true,
  plan: async (workspace) => {
    const { message: text } = await workspace.ask('visualize', { mode: 'module' });
    return {
      changes: [await newFile(workspace, { path, text })],
      answer: { message: `created ${path}`, data: { path } },
    };
  },
});
