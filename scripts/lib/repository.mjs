import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
