/** What each voucher is worth, until it is used. */
export class VoucherStore {
  #open = new Map();

  issue(code, cents) {
    this.#open.set(code, cents);
  }

  worth(code) {
    return this.#open.get(code) ?? 0;
  }
}
