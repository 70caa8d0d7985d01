export { type Phase, phaseNames } from '../documents/phaseNames.js';
