import { placed } from './inPhases.js';
import { playPhases } from './playPhases.js';

playPhases('git', placed.history);
