import { onlyCargo } from './cheats/onlyCargo.js';
import { playCheats } from './playCheats.js';
import { cargo } from './stacks/cargo.js';

playCheats(cargo, onlyCargo, 'soon');
