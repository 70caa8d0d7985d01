import { documentLinks } from '../documentLinks.js';
import { answer, type FeatureHost } from './answer.js';

export function registerLinks(host: FeatureHost): void {
  host.connection.onDocumentLinks(answer(host, 'document links', [], documentLinks));
}
