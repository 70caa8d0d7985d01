import { placed } from './inPhases.js';
import { playPhases } from './playPhases.js';

playPhases('tests of the item', placed.newTests);
