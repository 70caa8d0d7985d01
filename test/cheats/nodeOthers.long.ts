import { otherCheats } from './cheats/all.js';
import { playCheats } from './playCheats.js';
import { node } from './stacks/node.js';

playCheats(node, otherCheats(node));
