import { config } from 'zod/v4/core';

// Before the SDK makes its schemas: to compile one takes longer than the few messages that most servers read.
config({ jitless: true });
