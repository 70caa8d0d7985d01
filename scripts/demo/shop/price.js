/** A price as it is shown: two digits behind the point. */
export function show(cents) {
  return (cents / 100).toFixed(2);
}
