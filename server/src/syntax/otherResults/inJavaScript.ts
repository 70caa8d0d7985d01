/** The name that wrapped functions call. */
export const resultsName = '__pactwrightResults';

/** @param global what holds global names, as the language lets one write it. */
export function inJavaScript(kind: string, value: string, global: string): string {
  const body = helper.replace('KIND', () => JSON.stringify(kind)).replace('VALUE', () => value);
  return `${global}.${resultsName} ??= (0, eval)(${JSON.stringify(body)}); `;
}

/** Evaluated as text, so that no compiler asks for types. Fractions change by more than tests usually tolerate: `toBeCloseTo` takes 0.005. */
const helper = `(() => {
  const kind = KIND, value = VALUE, sign = kind.endsWith('less') ? -1 : 1;
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks');
  const inside = hooks && new hooks.AsyncLocalStorage();
  let depth = 0;
  const calls = new Map();
  const isPlain = (one) => {
    const prototype = Object.getPrototypeOf(one);
    return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'));
  };
  const isData = (one, deep = 0) =>
    one === null || (typeof one !== 'object' ? typeof one !== 'function' && typeof one !== 'symbol'
      : one instanceof Date || (deep < 6 && (Array.isArray(one) || isPlain(one)) && Object.values(one).every((part) => isData(part, deep + 1))));
  const step = (number) => Number.isInteger(number) ? Math.max(1, Math.round(Math.abs(number) * 0.03)) : Math.max(0.05, Math.abs(number) * 0.03);
  const next = (letter) => letter === 'z' ? 'a' : letter === 'Z' ? 'A' : letter === '9' ? '0' : String.fromCharCode(letter.charCodeAt(0) + 1);
  const otherText = (text) => {
    if (sign < 0) return text.slice(0, text.length >> 1) + 'x' + text.slice(text.length >> 1);
    const turned = text.replace(/[a-z0-9]/gi, next);
    return turned === text ? text + 'x' : turned;
  };
  const parts = (one, deep) => Object.fromEntries(Object.entries(Object.getOwnPropertyDescriptors(one)).flatMap(([key, { value: part, enumerable }]) => enumerable && part !== undefined ? [[key, other(part, deep + 1)]] : []));
  const other = (one, deep = 0) => {
    switch (typeof one) {
      case 'number': return Number.isFinite(one) ? one + sign * step(one) : 1;
      case 'bigint': return one + BigInt(sign);
      case 'boolean': return !one;
      case 'string': return otherText(one);
      case 'object':
        if (one === null || deep > 6) return one;
        if (one instanceof Date) return new Date(one.getTime() + sign * 864e5);
        if (Array.isArray(one)) return one.length === 0 ? ['other'] : sign < 0 ? one.slice(0, -1) : one.map((part) => other(part, deep + 1));
        if (one instanceof Set) return new Set([...one].map((part) => other(part, deep + 1)));
        if (one instanceof Map) return new Map([...one].map(([key, part]) => [key, other(part, deep + 1)]));
        if (!isPlain(one)) return one;
        return Object.keys(one).length === 0 ? { other: 1 } : Object.assign(Object.create(Object.getPrototypeOf(one)), one, parts(one, deep));
      default: return one;
    }
  };
  const without = (one, deep = 0) => {
    if (isData(one)) return undefined;
    if (typeof one !== 'object' || deep > 6 || !(Array.isArray(one) || isPlain(one))) return one;
    const left = Object.entries(one).map(([key, part]) => [key, without(part, deep + 1)]);
    return Array.isArray(one) ? left.map(([, part]) => part) : Object.assign(Object.create(Object.getPrototypeOf(one)), Object.fromEntries(left));
  };
  const isSame = (one) => one === value || (typeof one === 'number' && Math.abs(one - value) <= Math.abs(value) * 1e-6);
  const instead = (one) => typeof one !== typeof value || isSame(one) ? other(one) : value;
  const counted = (name) => calls.set(name, (calls.get(name) ?? 0) + 1).get(name);
  const madeOf = (text, result) => typeof result === 'number' ? [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7) : typeof result === 'string' ? text : [text];
  const made = (result, given, name) => {
    try {
      if (kind === 'by arguments' && isData(given)) return madeOf(name + JSON.stringify(given), result);
    } catch {}
    return madeOf(name + ' ' + counted(name), result);
  };
  const change = (result, given, name) => {
    if (kind.startsWith('by ')) return isData(result) && result !== undefined ? made(result, given, name) : result;
    if (typeof result === 'object' && given.includes(result)) return result;
    if (kind.startsWith('given')) return result;
    if (kind === 'nothing') return without(result);
    if (kind.startsWith('instead')) return instead(result);
    if (kind !== 'everyOther') return other(result);
    return counted(name) % 2 === 1 ? other(result) : result;
  };
  const enter = (run) => {
    depth++;
    try { return run(); } finally { depth--; }
  };
  const isInside = () => inside ? inside.getStore() : depth > 0;
  const results = (name, given, run) => {
    if (isInside()) return run();
    const result = inside ? inside.run(true, run) : enter(run);
    if (kind.startsWith('given meddled')) given.forEach(meddle);
    if (kind === 'given meddled refused' && meddled) throw new Error('refused by Pactwright');
    return Object.prototype.toString.call(result) === '[object Promise]' ? result.then((one) => change(one, given, name)) : change(result, given, name);
  };
  const touched = new WeakSet();
  let meddled = false;
  const meddle = (one) => {
    if (one === null || (typeof one !== 'object' && typeof one !== 'function') || touched.has(one)) return;
    touched.add(one);
    meddled ||= typeof one === 'function' || Array.isArray(one) || one instanceof Set || one instanceof Map || isPlain(one);
    try {
      if (typeof one === 'function') {
        const result = one();
        if (typeof result?.then === 'function') result.then(undefined, () => undefined);
      } else if (Array.isArray(one)) {
        one.forEach((part, at) => { if (isData(part) && typeof part !== 'object') one[at] = other(part); });
        one.push('meddled');
      }
      else if (one instanceof Set) one.add('meddled');
      else if (one instanceof Map) one.set('meddled', 'meddled');
      else if (isPlain(one)) {
        for (const [key, part] of Object.entries(one)) {
          if (isData(part) && typeof part !== 'object') one[key] = other(part);
          else meddle(part);
        }
        one.meddled = true;
      }
    } catch {}
  };
  results.given = (one) => {
    if (!kind.startsWith('given') || isInside()) return one;
    if (kind.startsWith('given meddled')) return one;
    if (kind !== 'given refused') return other(one);
    if (one !== undefined && one !== null && isData(one)) throw new Error('refused by Pactwright');
    return one;
  };
  return results;
})()`;
