import { cheatsOnTests } from './cheats/all.js';
import { onlyPytest } from './cheats/onlyPytest.js';
import { playCheats } from './playCheats.js';
import { pytest } from './stacks/pytest.js';

playCheats(pytest, [...cheatsOnTests(pytest), ...onlyPytest], 'soon');
