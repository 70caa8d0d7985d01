const key = 'cart';

/** Keeps the cart in the browser. Reading it back is still to be done. */
export function write(storage, cart) {
  storage.setItem(key, JSON.stringify(cart));
}
