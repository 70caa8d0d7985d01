import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';
import { applyEdits } from '../../../server/src/syntax/stub.js';
import { stubsOf } from '../../../server/src/syntax/stubsOf.js';
import { has, unless } from '../../support/hasProgram.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

const java = `import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

abstract class Base {
  Base(int a) {}
  abstract char letter();
}

class Cart<T extends Number> extends Base implements Comparable<Cart<T>> {
  static final int LIMIT = 3, NONE = 0;
  private static final String NAME = "cart";
  private final List<T> items = new ArrayList<>();
  private final int size;
  private final String owner, other;
  double[] prices = { 1.5, 2 };

  Cart(int size, String owner) {
    super(size);
    if (owner == null) throw new IllegalArgumentException(NAME);
    this.size = size;
    this.owner = owner;
    other = owner + owner;
  }

  Cart() {
    this(LIMIT, "nobody");
    System.out.println(owner);
  }

  public <U> U first(Supplier<U> other) throws Exception {
    while (true) {
      if (items.isEmpty()) return other.get();
    }
  }

  byte[] bytes()[] { return new byte[][] {}; }
  @Override char letter() { return 'a'; }
  @Override public int compareTo(Cart<T> that) { return Integer.compare(size, that.size); }
  synchronized float price() { return 1; }
  void add(T item) { Runnable run = () -> items.add(item); run.run(); }
  static int kind(int of) { switch (of) { case LIMIT: return 1; default: return 2; } }

  enum Kind {
    A, B { @Override boolean is() { return true; } };
    boolean is() { return false; }
  }
  record Point(int x, String y) implements Supplier<String> {
    Point(int x) { this(x, "y"); }
    public String get() { return y + x; }
  }
  record Even(long n) {
    Even { if (n % 2 == 1) throw new IllegalArgumentException(); }
  }
  record Plain(boolean is, int[] all) {}
  interface Named { String NAME = "n"; default String name() { return NAME; } int of(); }
}
`;

describe.skipIf(!has('javac', '-version'))(`stubs of Java${unless('javac', '-version')}`, () => {
  it.each(['neutral', 'throwing'] as const)('can be compiled where they are %s', async (way) => {
    const stubs = (await syntax.read('Cart.java', java, stubsOf)) ?? [];
    const folder = temporaryFolder();
    const text = applyEdits(
      java,
      stubs.flatMap((stub) => (way === 'throwing' ? (stub.throwing ?? stub.neutral) : stub.neutral)),
    );
    writeFileSync(path.join(folder, 'Cart.java'), text);
    execFileSync('javac', ['-Xlint:-options', '-d', folder, path.join(folder, 'Cart.java')], { stdio: 'pipe' });
  });
});
