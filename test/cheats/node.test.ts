import { cheatsOnTests } from './cheats/all.js';
import { onlyNode } from './cheats/onlyNode.js';
import { playCheats } from './playCheats.js';
import { node } from './stacks/node.js';

playCheats(node, [...cheatsOnTests(node), ...onlyNode]);
