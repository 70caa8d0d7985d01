import type { Located, Span } from '../../server/src/markdown/span.js';

/** Every span in a model, whatever it is called and however deep, with the way to it (`sections.0.heading.span`). */
export function spansOf(model: unknown): readonly { readonly way: string; readonly span: Span }[] {
  const found: { way: string; span: Span }[] = [];
  visit(model, '', (value, way) => {
    if (isSpan(value)) found.push({ way, span: value });
  });
  return found;
}

/** Every located text in a model, with the way to it. */
export function locatedTextsOf(model: unknown): readonly { readonly way: string; readonly located: Located }[] {
  const found: { way: string; located: Located }[] = [];
  visit(model, '', (value, way) => {
    if ('value' in value && 'span' in value && typeof value.value === 'string' && isSpan(value.span))
      found.push({ way, located: { value: value.value, span: value.span } });
  });
  return found;
}

function visit(value: unknown, way: string, see: (value: object, way: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  see(value, way);
  for (const [key, inner] of Object.entries(value)) visit(inner, way === '' ? key : `${way}.${key}`, see);
}

function isSpan(value: unknown): value is Span {
  return (
    typeof value === 'object' &&
    value !== null &&
    'start' in value &&
    'end' in value &&
    typeof value.start === 'number' &&
    typeof value.end === 'number'
  );
}
