import { createPathFilter } from '../../base/globs.js';
import type { PactkitSettings } from '../../project/pactkitSettings.js';
import type { CallGraph } from '../../trace/codeGraph/callGraph.js';
import type { CodeIndex } from '../../trace/codeGraph/codeIndex.js';
import { callsInComments, type DeclaredCall, withDeclared } from '../../trace/codeGraph/declaredCalls.js';
import type { Layer } from '../../trace/codeGraph/fileViews.js';

type Tell = (problem: string) => void;

/** The calls of a graph with those that comments and `visualize.stub_edges` of `pactkit.yaml` declare. */
export function withDeclaredCalls(
  graph: CallGraph,
  index: CodeIndex,
  settings: PactkitSettings,
  tell: Tell,
): CallGraph {
  return withDeclared(graph, [...callsInComments(index, graph, tell), ...stubEdges(settings, tell)], tell);
}

function stubEdges({ path = '', textsOf }: PactkitSettings, tell: Tell): readonly DeclaredCall[] {
  return textsOf('visualize.stub_edges').flatMap((line) => {
    const [from = '', to = '', ...more] = line.split('->').map((one) => one.trim());
    if (from !== '' && to !== '' && more.length === 0)
      return [{ from, to, where: `\`visualize.stub_edges\` in ${path}` }];
    tell(`${path}: "${line}" in \`visualize.stub_edges\` is not \`FROM -> TO\`, so it adds no call`);
    return [];
  });
}

/** The layers that `visualize.layers` names, highest first; undefined if it names none. */
export function declaredLayers({ path = '', mapsOf }: PactkitSettings, tell: Tell): readonly Layer[] | undefined {
  const layers = mapsOf('visualize.layers').flatMap(({ valueOf, textsOf }): readonly Layer[] => {
    const name = valueOf('name');
    const patterns = textsOf('patterns');
    if (name !== undefined && patterns.length > 0) return [{ name: String(name), has: createPathFilter(patterns) }];
    tell(`${path}: a layer in \`visualize.layers\` has no name or no patterns, so it is left out`);
    return [];
  });
  return layers.length === 0 ? undefined : layers;
}
