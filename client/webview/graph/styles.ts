import type cytoscape from 'cytoscape';
import { nodeHeight } from './layout.js';
import { smallestText } from './overlay.js';
import type { Palette } from './palette.js';

/** How the library draws nodes, groups and edges. */
export function styles({ background, fill, text, edge, group, against, kinds }: Palette): cytoscape.StylesheetJson {
  return [
    {
      selector: 'node',
      style: {
        shape: 'rectangle',
        width: 'data(width)',
        height: nodeHeight,
        'background-color': fill,
        'border-width': 1.5,
        color: text,
        label: 'data(label)',
        'font-size': 12,
        'text-valign': 'center',
        'min-zoomed-font-size': smallestText,
      },
    },
    ...Object.entries(kinds).map(([kind, colour]) => ({
      selector: `node[kind = "${kind}"]`,
      style: { 'border-color': colour },
    })),
    {
      selector: 'node.group',
      style: {
        height: 'data(height)',
        'background-opacity': 0,
        'border-color': group,
        'border-width': 1,
        'text-valign': 'top',
        'text-margin-y': 20,
        // Lines from other groups pass behind the title.
        'z-compound-depth': 'top',
        'text-background-color': background,
        'text-background-opacity': 1,
        'text-background-padding': '3px',
        events: 'no',
        'z-index': 0,
      },
    },
    {
      selector: 'edge',
      style: {
        width: 1,
        'curve-style': 'straight',
        'line-color': edge,
        'target-arrow-color': edge,
        'target-arrow-shape': 'triangle',
        'arrow-scale': 0.8,
        opacity: 0.6,
        label: 'data(label)',
        color: text,
        'font-size': 11,
        events: 'no',
      },
    },
    // Among so many, heads of arrows are a blur that takes most of the time.
    {
      selector: 'edge.large',
      style: { 'curve-style': 'haystack', 'haystack-radius': 0, 'target-arrow-shape': 'none', opacity: 1 },
    },
    { selector: 'edge.dashed', style: { 'line-style': 'dashed' } },
    { selector: 'edge.alarming', style: { 'line-color': against, 'target-arrow-color': against, opacity: 1 } },
  ];
}
