import { resultsAndCauses } from './cheats/causes.js';
import { onlyVitest } from './cheats/onlyVitest.js';
import { playCheats } from './playCheats.js';
import { vitest } from './stacks/vitest.js';

playCheats(vitest, [...onlyVitest, ...resultsAndCauses(vitest)], 'soon');
