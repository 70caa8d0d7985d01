import { placed } from './inPhases.js';
import { playPhases } from './playPhases.js';

playPhases('the record', placed.evidence);
