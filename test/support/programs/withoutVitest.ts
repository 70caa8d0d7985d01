/** Stands in for Vitest in programs that tests start: what is to be done when a test is over is done when they end. */
export function onTestFinished(undo: () => void): void {
  process.on('exit', undo);
}

/** The whole run of such a program is one test. */
export const TestRunner = { getCurrentTest: (): unknown => process };
