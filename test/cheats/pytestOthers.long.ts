import { otherCheats } from './cheats/all.js';
import { playCheats } from './playCheats.js';
import { pytest } from './stacks/pytest.js';

playCheats(pytest, otherCheats(pytest), 'soon');
