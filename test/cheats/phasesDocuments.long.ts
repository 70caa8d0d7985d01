import { placed } from './inPhases.js';
import { playPhases } from './playPhases.js';

playPhases('documents and settings', placed.documents);
