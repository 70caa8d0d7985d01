import { describe, expect, it } from 'vitest';
import { createPathFilter, globsMeet } from '../../../server/src/base/globs.js';

describe('createPathFilter', () => {
  it.each([
    ['docs/specs/STORY-001.md', 'docs/specs/STORY-001.md', true],
    ['docs/specs/STORY-001.md', 'docs/specs/STORY-0010.md', false],
    ['docs/specs', 'docs/specs/STORY-001.md', true],
    ['docs/specs/', 'docs/specs/STORY-001.md', true],
    ['./docs/specs', 'docs/specs/STORY-001.md', true],
    ['docs/spec', 'docs/specs/STORY-001.md', false],
    ['docs/*/STORY-*.md', 'docs/specs/STORY-001.md', true],
    ['docs/*.md', 'docs/specs/STORY-001.md', false],
    ['docs/**', 'docs/specs/STORY-001.md', true],
    ['**/*.md', 'README.md', true],
    ['**/old/**', 'docs/old/a/b.md', true],
    ['**/old/**', 'docs/older/a.md', false],
    ['*_case.md', 'docs/test_cases/STORY-001_case.md', true],
    ['specs', 'docs/specs/STORY-001.md', true],
    ['/specs', 'docs/specs/STORY-001.md', false],
    ['/docs', 'docs/specs/STORY-001.md', true],
    ['STORY-00?.md', 'docs/specs/STORY-001.md', true],
    ['STORY-00?.md', 'docs/specs/STORY-0011.md', false],
    ['{STORY,BUG}-*.{md,txt}', 'docs/specs/BUG-1.md', true],
    ['{STORY,BUG}-*.{md,txt}', 'docs/specs/HOTFIX-1.md', false],
    ['a.c', 'abc', false],
    ['', 'a.md', false],
    ['/', 'a.md', false],
  ])('%s and %s: %s', (glob, path, fits) => {
    expect(createPathFilter([glob])(path)).toBe(fits);
  });

  it('fits where any of several globs does', () => {
    const filter = createPathFilter(['a.md', 'b.md']);
    expect([filter('a.md'), filter('b.md'), filter('c.md')]).toEqual([true, true, false]);
  });

  it('comes to an end on globs that are made to take forever', () => {
    const stars = createPathFilter([`${'*a'.repeat(60)}b`, `${'**/'.repeat(60)}x`, '{a,b}'.repeat(40)]);
    expect(stars(`${'a/'.repeat(200)}${'a'.repeat(400)}`)).toBe(false);
  });
});

describe('globsMeet', () => {
  it.each([
    ['src/cart.ts', 'src/cart.ts', true],
    ['src/cart.ts', 'src/store.ts', false],
    ['src/*.ts', 'src/cart.ts', true],
    ['src/*.ts', 'src/shop/cart.ts', false],
    ['src/*.ts', 'src/c*', true],
    ['src/*.ts', 'src/*.js', false],
    ['src/a*b', 'src/*ab', true],
    ['src/a*c', 'src/b*', false],
    ['src/?.ts', 'src/a.ts', true],
    ['src/?.ts', 'src/ab.ts', false],
    ['src/**/cart.ts', 'src/shop/*.ts', true],
    ['**/cart.ts', 'src/shop/store.ts', false],
    ['src/{cart,store}.ts', 'src/store.*', true],
    ['src/shop', 'src/*/cart.ts', true],
    ['./src/cart.ts', 'src/cart.ts', true],
  ])('%s and %s: %s', (one, other, meets) => {
    expect(globsMeet(one, other)).toBe(meets);
    expect(globsMeet(other, one)).toBe(meets);
  });

  it('comes to an end on globs that are made to take forever', () => {
    expect(globsMeet(`${'*a'.repeat(200)}b`, `${'a*'.repeat(200)}c`)).toBe(false);
  });
});
