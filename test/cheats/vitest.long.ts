import { onlyVitest } from './cheats/onlyVitest.js';
import { resultCheats } from './cheats/results.js';
import { playCheats } from './playCheats.js';
import { vitest } from './stacks/vitest.js';

playCheats(vitest, [...onlyVitest, ...resultCheats(vitest)], 'soon');
