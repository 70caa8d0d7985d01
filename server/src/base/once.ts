/** Computes at the first call; what it takes to compute is let go then. */
export function once<T>(compute: () => T): () => T {
  let state: { readonly compute: () => T } | { readonly value: T } = { compute };
  return () => {
    if ('compute' in state) state = { value: state.compute() };
    return state.value;
  };
}
