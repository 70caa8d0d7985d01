import { layerNames } from '../audit/harness.js';
import { defineQuery } from './query.js';

/** How well a project is set up for agents, and where its code is hard to change. */
export const audit = defineQuery({
  name: 'audit',
  summary:
    'Scores how well a project is set up for agents, in seven layers, and lists the files that are hardest to change',
  details:
    'H1 instructions, H2 context, H3 process, H4 tools, H5 safety, H6 observability, H7 evolution: level 1 where any check holds, 2 where all of the configuration or all of the code do, 3 where both do. Hotspots weigh complexity (25 %), missing tests (20 %), what depends on a file (15 %), missing comments (15 %), smells (15 %) and imports against the layers (10 %). It reads the project alone, and writes nothing: what it says of a state is the same each time.',
  example: { layer: 'H1' },
  fields: {
    layer: { type: 'text', description: 'only this layer', values: layerNames },
    hotspots: { type: 'integer', description: 'how many files are listed (default: 10)' },
  },
  toolset: 'code',
  examples: [
    ['audit', 'all layers and the ten hottest files'],
    ['audit --layer H5', 'one layer, with what is missing'],
  ],
  readOnly: true,
  ask: async (scene, input) => (await import('./auditAnswer.js')).auditAnswer(scene, input),
});
