import { placed } from './inPhases.js';
import { playPhases } from './playPhases.js';

playPhases('tests that were there, and their runs', placed.oldTests);
