import { defineOperation } from '../operation.js';
import { newFile } from '../support/newFile.js';
import { titleField } from '../support/fields.js';
import { localDate } from '../support/localDate.js';
import { newPrdText, prdPath } from '../support/prdTemplate.js';

/** Makes the product requirements document. */
export const newPrd = defineOperation({
  name: 'new-prd',
  group: 'scaffold',
  summary: 'Creates a product requirements document from the template',
  details: `\`${prdPath}\`: users, features and their order, architecture and metrics. Text to replace is in brackets or \`TODO\`.`,
  example: { product: 'Shop' },
  fields: { product: { ...titleField, description: 'the name of the product' } },
  reads: [],
  needs: 'documents',
  writes: true,
  begins: true,
  plan: async (workspace, { product }) => {
    const text = newPrdText(product.trim(), localDate(workspace.now));
    return {
      changes: [await newFile(workspace, { path: prdPath, text })],
      answer: { message: `created ${prdPath}`, data: { path: prdPath, product: product.trim() } },
    };
  },
});
