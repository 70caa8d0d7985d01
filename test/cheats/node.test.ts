import { tried } from '../support/runs.js';
import { firstOfNode } from './cheats/ofNode.js';
import { playCheats } from './playCheats.js';
import { node } from './stacks/node.js';

// Each condition that catches one has tests of its own in test/unit/gates: these show that it is asked, and of what really ran.
playCheats(node, tried(firstOfNode, firstOfNode.slice(0, 1)));
