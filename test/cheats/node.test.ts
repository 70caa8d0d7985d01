import { firstOfNode } from './cheats/ofNode.js';
import { playCheats } from './playCheats.js';
import { node } from './stacks/node.js';

playCheats(node, firstOfNode);
