const from = 100;

/** Ten percent off from 100 on. */
export function discount(total) {
  return total >= from ? total - total / 10 : total;
}
