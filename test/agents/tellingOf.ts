import type { Played } from './play.js';

/** A run's output, for the report of a failed scene. */
export function tellingOf({ code: exit, err, events }: Played): string {
  const lines = events.flatMap((event) => {
    if (event.event === 'gate')
      return event.verdict.conditions
        .filter(({ state }) => state !== 'pass')
        .map(
          ({ name, summary, problems = [] }) =>
            `  ${name}: ${summary}; ${problems.map(({ message }) => message).join('; ')}`,
        );
    return event.event === 'condition' ? [] : [JSON.stringify(event).slice(0, 400)];
  });
  return [`exit code ${exit}`, err.trim(), ...lines].join('\n');
}
