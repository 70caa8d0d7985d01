/** An element of an XML document: what test reports need of it, without namespaces. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  /** The text in it, without that of its children. */
  text: string;
}

/** Reads a well-formed document; of another one as much as can be read. Never throws. */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  let at = 0;
  while (at < source.length) {
    const inside = open.at(-1) ?? root;
    const next = source.indexOf('<', at);
    const end = next < 0 ? source.length : next;
    inside.text += decode(source.slice(at, end));
    if (next < 0) break;
    if (source.startsWith('<![CDATA[', next)) {
      const close = orEnd(source.indexOf(']]>', next), source);
      inside.text += source.slice(next + 9, close);
      at = close + 3;
    } else if (source.startsWith('<!--', next)) at = orEnd(source.indexOf('-->', next), source) + 3;
    else if (source.startsWith('<?', next) || source.startsWith('<!', next))
      at = orEnd(source.indexOf('>', next), source) + 1;
    else if (source.startsWith('</', next)) {
      if (open.length > 1) open.pop();
      at = orEnd(source.indexOf('>', next), source) + 1;
    } else {
      const close = tagEnd(source, next);
      const isEmpty = source.charAt(close - 1) === '/';
      const tag = source.slice(next + 1, isEmpty ? close - 1 : close);
      const element: XmlElement = {
        name: /^[^\s]*/u.exec(tag)?.[0] ?? '',
        attributes: attributesOf(tag),
        children: [],
        text: '',
      };
      inside.children.push(element);
      if (!isEmpty) open.push(element);
      at = close + 1;
    }
  }
  return root;
}

/** All elements of a name, at any depth. */
export function elementsOf(root: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting = [root];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (element.name === name) found.push(element);
    waiting.push(...element.children.toReversed());
  }
  return found;
}

function orEnd(index: number, source: string): number {
  return index < 0 ? source.length : index;
}

/** The `>` behind a tag's attributes. */
function tagEnd(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at++) {
    const sign = source.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return source.length;
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single = ''] of tag.matchAll(/([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/gu))
    found.set(name, decode(double ?? single));
  return found;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/giu,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const point = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
