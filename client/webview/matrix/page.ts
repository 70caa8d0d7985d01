/** Makes an element; children are elements or text, never markup: what comes from a repository stays text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const svg = 'http://www.w3.org/2000/svg';

/** A triangle with an exclamation mark; the words beside it say what it warns of. */
export function warningIcon(): SVGElement {
  const icon = document.createElementNS(svg, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 16 16',
    width: '14',
    height: '14',
    'aria-hidden': 'true',
    class: 'warning',
  }))
    icon.setAttribute(name, value);
  const shape = document.createElementNS(svg, 'path');
  shape.setAttribute('d', 'M8 1.5 15 14.5H1Z M8 6v4.2 M8 12v.6');
  icon.append(shape);
  return icon;
}
