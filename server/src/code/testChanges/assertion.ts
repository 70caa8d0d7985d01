import type { Stretch } from './plainCode.js';

/** Something in a test that makes it fail. */
export interface Assertion extends Stretch {
  /**
   * `check`: a value is looked at. `fail`: reached, it fails. `helper`: a call of something that asserts, by its name or by what
   * it does; what it looks at is not known.
   */
  readonly kind: 'check' | 'fail' | 'helper';
  /** The words of the call, joined by points: `not.toBe`, `assertEqual`, `require.Equal`; operators for a statement: `==`. */
  readonly matcher: string;
  /** What is looked at; undefined if there is none, or it is not known. */
  readonly subject?: Stretch;
  /** What it is compared with. */
  readonly expected: readonly Stretch[];
}

/** Whether a name stands for something in or beside the file that asserts; undefined if only the name itself can tell. */
export type Asserting = (name: string) => boolean | undefined;

/** How much a matcher asks for: 3 for the very value, 2 for a part or a range of it, 1 for as good as any. */
export type Strength = 1 | 2 | 3;

const exact = words(
  'tobe toequal tostricteq tostrictequal equal equals strictequal deepequal deepstrictequal eq eql be areequal aresame isequalto equalto ' +
    'issameas is same deepeq assertequal assertequals asserteq assertis assertlistequal assertdictequal assertcountequal ' +
    'assertarrayequals asserteql expecteq exactly containsexactly tobenull tobeundefined tobenan bejson jsoneq matchsnapshot ' +
    'snapshot filesnapshot tomatchsnapshot tomatchinlinesnapshot isnull isnil benil null undefined nan isinstanceof strictsame samevalue be_nil',
);
const part = words(
  'tomatchobject tocontain tocontainequal tomatch tohaveproperty tohavelength tobecloseto tobegreaterthan tobelessthan ' +
    'tobegreaterthanorequal tobelessthanorequal tohavebeencalledwith tohavebeencalledtimes tobeinstanceof assertin assertalmostequal assertgreater ' +
    'assertless assertregex include includes contain contains match matches closeto approximately within indelta inepsilon ' +
    'isbetween isgreaterthan islessthan hassize haslength len lengthof property above below tothrow throws raises assertraises ' +
    'throw_error raise_error assertthrows errorcontains errorIs rejects like assertisinstance start_with be_within',
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.toLowerCase().split(/\s+/u));
}

/** How much an assertion asks for, by its matcher; undefined for a matcher that nothing is known of. */
export function strengthOf({
  kind,
  matcher,
  expected,
}: Pick<Assertion, 'kind' | 'matcher' | 'expected'>): Strength | undefined {
  if (kind !== 'check') return undefined;
  if (matcher === '==' || matcher === 'is') return 3;
  if (matcher === '' || matcher === 'not') return 1;
  if (/^(?:!=|in|not in|[<>]=?)$/u.test(matcher)) return 2;
  const names = matcher.toLowerCase().split('.');
  const last = names.at(-1) ?? '';
  const negated =
    names.includes('not') || /^(?:assert_?)?(?:not|ne)(?:_?eq|equal|same)/u.test(last) || last.startsWith('isnot');
  const plain = last.replaceAll('_', '');
  if (weak.has(plain)) return 1;
  if (negated) return 1;
  if (exact.has(plain) || exact.has(last)) return 3;
  if (part.has(plain) || part.has(last)) return expected.length === 0 && /throw|raise/u.test(plain) ? 1 : 2;
  return undefined;
}

const weak = words(
  'tobetruthy tobefalsy tobedefined tohavebeencalled assert asserttrue assertfalse assertisnotnone assertnotnull ok exist exists ' +
    'notnull isnotnull notnil true false istrue isfalse truthy falsy betruthy befalsy bepresent tobeok called assertok isok ' +
    'isnotempty notempty nonempty doesnotthrow',
);

/** Something that fails when it is reached. */
export function failing(first: number, last: number, matcher: string): Assertion {
  return { first, last, kind: 'fail', matcher, expected: [] };
}

/** A call of something that asserts. */
export function helping(first: number, last: number, matcher: string): Assertion {
  return { first, last, kind: 'helper', matcher, expected: [] };
}
