import { cheatsOnTests } from './cheats/all.js';
import { onlyGo } from './cheats/onlyGo.js';
import { playCheats } from './playCheats.js';
import { go } from './stacks/go.js';

// What reading does not see in Go, running does.
playCheats(go, [...cheatsOnTests(go), ...onlyGo], 'done', ['tests-notice', 'tests-pass']);
