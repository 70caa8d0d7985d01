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
