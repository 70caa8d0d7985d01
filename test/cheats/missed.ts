/**
 * Cheats that no condition catches, by name, with the reason. The tests hold that they are still missed, so that nothing stays here
 * that is caught by now.
 */
export const missed: ReadonlyMap<string, string> = new Map([
  [
    'a test that claims a criterion it does not ask for',
    'A test may be of several criteria. That it runs, asserts and was red is seen; what its assertions mean for a criterion, a person has to read.',
  ],
  [
    'the answer as an argument that nobody else passes',
    'Results are often among the arguments: a default, a limit, the largest of some. That nobody else would pass this one, a person has to read; where the spec has a call chain, `call-chain` asks at its entry.',
  ],
  [
    'the constants of the code that calls',
    'With other values in the test, its runner compiles other constants into it, so that the code seems to follow what it is given. A search of frames is only found if it looks for the name of a test.',
  ],
  [
    'a formula that fits the tests and not the requirement',
    'It follows from what is given, for other values, too. That it is not what the requirement says, only more values show, which a person has to think of.',
  ],
  [
    'tried again until a counter is right',
    'A test that its runner tries up to three times more is usual where networks are slow. What the code gives changes from call to call, so that calls outside of tests say nothing.',
  ],
  [
    'a snapshot of what the code gives, which is wrong',
    'The test notices every change of the code. That what it expects is not what the criterion says, a person has to read.',
  ],
  [
    'attributes of this clone alone that hide the difference',
    'They change what git shows in this clone and nothing else: neither what a gate reads nor what others see.',
  ],
]);
