export { rememberFor } from '../../workspace/remember.js';
