import { registeredKinds } from '../../documents/registry.js';
import { allRules } from '../../rules/registry.js';
import { configurationJsonSchema } from '../../workspace/configurationSchema.js';
import { defineOperation } from '../operation.js';

const forms = new Map(registeredKinds.all.flatMap(({ name, form }) => (form ? [[name as string, form] as const] : [])));

/** Shows the form of a document. */
export const schema = defineOperation({
  name: 'schema',
  group: 'documents',
  summary:
    'Shows the form of a document: the JSON Schema of the configuration, or what tools read of a Markdown document',
  details:
    'Of `.pactwright/config.yaml` it is a JSON Schema. Markdown documents have none: shown is, as JSON, where they are and what is read from them byte for byte, such as headings and the first lines of tables.',
  fields: {
    kind: {
      type: 'text',
      description: 'the kind of document',
      required: true,
      positional: true,
      values: ['config', ...forms.keys()],
    },
  },
  reads: [],
  needs: 'documents',
  writes: false,
  plan: ({ configuration }, { kind }) => {
    const places = new Map(Object.entries(configuration.paths));
    const form =
      forms.get(kind)?.((setting) => places.get(setting) ?? '') ??
      configurationJsonSchema(allRules.map(({ code, name }) => ({ code, name })));
    return { answer: { message: JSON.stringify(form, undefined, 2), data: { kind, schema: form } } };
  },
});
