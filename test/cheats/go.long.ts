import { resultsAndCauses } from './cheats/causes.js';
import { onlyGo } from './cheats/onlyGo.js';
import { playCheats } from './playCheats.js';
import { go } from './stacks/go.js';

// What reading does not see in Go, running does.
playCheats(go, [...onlyGo, ...resultsAndCauses(go)], 'done', ['tests-notice', 'tests-pass']);
