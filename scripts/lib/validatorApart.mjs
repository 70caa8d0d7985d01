const shims = '@modelcontextprotocol/server/_shims';

/**
 * The SDK for agents' servers brings a validator of JSON Schema, which takes a fifth of its start. Only an answer to a form that the
 * server sends is validated, so it is there and begins when there is one.
 *
 * @type {import('esbuild').Plugin}
 */
export const validatorApart = {
  name: 'validator-apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${shims}$`) }, ({ resolveDir }) => ({
      path: shims,
      namespace: 'validator-apart',
      pluginData: resolveDir,
    }));
    onLoad({ filter: /.*/, namespace: 'validator-apart' }, ({ pluginData }) => ({
      resolveDir: pluginData,
      contents: `
        export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {
          #validator;
          getValidator(schema) {
            this.#validator ??= new (require('@modelcontextprotocol/server/validators/ajv').AjvJsonSchemaValidator)();
            return this.#validator.getValidator(schema);
          }
        }`,
    }));
  },
};
