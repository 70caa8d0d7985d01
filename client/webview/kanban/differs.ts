/** Whether any of some values differs, by identity; `others` has the same keys. */
export function differs<T extends object>(some: T, others: T, except?: keyof T): boolean {
  // Of an object its own type was made of, the keys are of that type.
  return (Object.keys(some) as (keyof T)[]).some((key) => key !== except && some[key] !== others[key]);
}
