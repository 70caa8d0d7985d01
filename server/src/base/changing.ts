/** What is still being put together. */
export type Changing<T> = { -readonly [K in keyof T]: T[K] };
