import { describe, it } from 'vitest';
import { checkTests } from './checkTests.js';

describe('parseSource', () => {
  it('Python', () => {
    checkTests(
      'test_a.py',
      `"""Module STORY-001."""
# more
import pytest
pytestmark = pytest.mark.story("S")

def helper():
    def test_no(): pass

# AC1
@pytest.mark.parametrize("x", ["skip"])
# AC2
@pytest.mark.story("STORY-001")
async def test_one(
    a,
) -> None:
    """Doc AC3."""
    # body
    y = """
def test_fake():
    pass
"""

class TestA(Base):
    """Suite doc."""
    # about it

    # AC5
    def test_m(self): # AC6
        self.cart.add(1)
    @unittest.skip("x")
    def test_s(self):
        pass
    class TestInner:
        def test_in(self): pass
class Helper:
    def test_not(self): pass
def test_last():
    pytest.skip("later")
    # end
def test_f(): return f"{x['a']}"
@pytest.fixture
def test_data(): ...
`,
      [
        'file {"""Module STORY-001.""" | # more | pytestmark = pytest.mark.story("S")}',
        'test_one {# AC1 | # AC2 | @pytest.mark.parametrize("x", ["skip"]) | @pytest.mark.story("STORY-001") | """Doc AC3.""" | # body}',
        'TestA {"""Suite doc.""" | # about it} > test_m {# AC5 | # AC6}',
        'TestA {"""Suite doc.""" | # about it} > test_s {@unittest.skip("x")} (skipped)',
        'TestA {"""Suite doc.""" | # about it} > TestInner > test_in',
        'test_last (skipped)',
        'test_f',
      ],
    );
  });

  it('Go', () => {
    checkTests(
      'a_test.go',
      `// Copyright

// STORY-001
package a

// TestA checks AC1.
func TestA(t *testing.T) {
	// AC2
	t.Run("sub", func(t *testing.T) {
		// AC3
		t.Run("inner", func(t *testing.T) { t.Skip("x") })
	})
	tests := []struct{ name string }{
		{name: "AC4 rejects"},
		// AC5
		{name: "accepts"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {})
	}
	_ = \`func TestNo(t *testing.T) {\`
}
func Testing(t *testing.T) {}
func BenchmarkA(b *testing.B) {}
func (s *Suite) TestB() { if x { s.T().Skip() } }
func TestMap(t *testing.T) {
	t.Skip()
	for name, tc := range map[string]struct{ a int }{ "one": {1}, "two": {2} } { t.Run(name, func(t *testing.T) {}) }
}
`,
      [
        'file {// Copyright | // STORY-001}',
        'TestA {// TestA checks AC1. | // AC2}',
        'TestA {// TestA checks AC1.} > sub {// AC2 | // AC3}',
        'TestA {// TestA checks AC1.} > sub {// AC2} > inner {// AC3} (skipped)',
        'TestA {// TestA checks AC1.} > AC4 rejects',
        'TestA {// TestA checks AC1.} > accepts {// AC5}',
        'Suite > TestB',
        'TestMap (skipped)',
        'TestMap > one (skipped)',
        'TestMap > two (skipped)',
      ],
    );
  });

  it('C# with a brace in an interpolated string', () => {
    checkTests(
      'ATests.cs',
      'class ATests {\n  [Fact] void Adds() { Add($"{{ {a["{"]}"); }\n}\nclass BTests {\n  [Fact] void Sums() {}\n}\n',
      ['ATests > Adds {[Fact]}', 'BTests > Sums {[Fact]}'],
    );
  });

  it('what is not finished', () => {
    checkTests('ATest.java', 'class ATest {\n  @Test\n  void adds() {', ['ATest > adds {@Test}']);
  });

  it('Java', () => {
    checkTests(
      'src/test/java/ATest.java',
      `/* Copyright */
package a;

/** Covers STORY-001. */
@Tag("STORY-001")
@DisplayName("Login")
class ATest extends Base {
  // about

  private final int[] a = {1, 2};
  static final String S = "@Test void no() {}";
  /** Doc AC1 */
  @Test
  // between
  @DisplayName("rejects it")
  void rejects() throws Exception {
    // AC2
    Runnable r = new Runnable() { @Test public void run() {} };
  }
  @ParameterizedTest(name = "{0}") @ValueSource(strings = {"a", "b"})
  void params(@A("x") String s) { }
  @BeforeEach void setUp() {}
  @Disabled("later") @Test void off() {}
  @Nested class Inner { @RepeatedTest(3) <T> void again() {} }
  // @Test void commented() {}
  String t = """
    @Test void no() {}
    """;
}
class Old extends junit.framework.TestCase { public void testIt() {} public void helper() {} }
`,
      [
        'file {/* Copyright */}',
        'Login {/** Covers STORY-001. */ | @Tag("STORY-001") | @DisplayName("Login") | // about | ATest} > rejects it {/** Doc AC1 */ | // between | @Test | @DisplayName("rejects it") | // AC2 | rejects}',
        'Login {/** Covers STORY-001. */ | @Tag("STORY-001") | @DisplayName("Login") | // about | ATest} > params {@ParameterizedTest(name = "{0}") | @ValueSource(strings = {"a", "b"})}',
        'Login {/** Covers STORY-001. */ | @Tag("STORY-001") | @DisplayName("Login") | // about | ATest} > off {@Disabled("later") | @Test} (skipped)',
        'Login {/** Covers STORY-001. */ | @Tag("STORY-001") | @DisplayName("Login") | // about | ATest} > Inner {@Nested} > again {@RepeatedTest(3)}',
        'Old > testIt',
      ],
    );
  });

  it('C#', () => {
    checkTests(
      'tests/ATests.cs',
      `#region don't
namespace A.B
{
    /// <summary>STORY-001</summary>
    [TestFixture, Category("STORY-001")]
    public class ATests : Base<int>
    {
        public int P { get; set; } = 3;
        /// <summary>AC1</summary>
        [Fact(DisplayName = "Shows it", Skip = "later")]
        [Trait("Story", "STORY-001")]
        public async Task Shows()
        {
            // AC2
            var s = $"{d["a"]} [Fact] public void No() {{ }}";
            var v = @"c:\\"; var r = """ "x" [Fact] """;
        }
        [Theory, InlineData(1, "a")]
        public void Adds<T>(int a, string b) => Assert.Equal(a[0], b);
        [TestCase(1)] [TestCase(2)] [Ignore("x")]
        public void Cases(int a) where T : class { }
        [TestMethod("Named")] public void Ms() {}
        // [Fact] public void No2() {}

        public class Nested { [Xunit.Fact] public void In() {} }
    }
}
`,
      [
        'ATests {/// <summary>STORY-001</summary> | [TestFixture, Category("STORY-001")]} > Shows it {/// <summary>AC1</summary> | [Fact(DisplayName = "Shows it", Skip = "later")] | [Trait("Story", "STORY-001")] | // AC2 | Shows} (skipped)',
        'ATests {/// <summary>STORY-001</summary> | [TestFixture, Category("STORY-001")]} > Adds {[Theory, InlineData(1, "a")]}',
        'ATests {/// <summary>STORY-001</summary> | [TestFixture, Category("STORY-001")]} > Cases {[TestCase(1)] | [TestCase(2)] | [Ignore("x")]} (skipped)',
        'ATests {/// <summary>STORY-001</summary> | [TestFixture, Category("STORY-001")]} > Named {[TestMethod("Named")] | Ms}',
        'ATests {/// <summary>STORY-001</summary> | [TestFixture, Category("STORY-001")]} > Nested > In {[Xunit.Fact]}',
      ],
    );
  });

  it('Rust', () => {
    checkTests(
      'src/lib.rs',
      `//! STORY-001
fn main() { let c = '"'; let l: &'a str = "x"; }

#[cfg(test)]
mod tests {
    //! about AC1
    use super::*;

    /// Doc AC2
    #[test]
    // between
    #[should_panic(expected = "x")]
    fn works() {
        // AC3
        let s = r#"#[test] fn no() {}"#; /* /* nested */ #[test] fn no() {} */
    }
    #[tokio::test(flavor = "x")]
    async fn later() -> Result<(), E> { Ok(()) }
    #[test]
    #[ignore = "slow"]
    fn slow() {}
    fn helper() {}
    mod inner { #[rstest] pub fn c(#[case] a: u8) {} }
}
proptest! { #[test] fn prop(a in 0..1) {} }
`,
      [
        'file {//! STORY-001}',
        'tests {#[cfg(test)] | //! about AC1} > works {/// Doc AC2 | // between | #[test] | #[should_panic(expected = "x")] | // AC3}',
        'tests {#[cfg(test)] | //! about AC1} > later {#[tokio::test(flavor = "x")]}',
        'tests {#[cfg(test)] | //! about AC1} > slow {#[test] | #[ignore = "slow"]} (skipped)',
        'tests {#[cfg(test)] | //! about AC1} > inner > c {#[rstest]}',
        'prop {#[test]}',
      ],
    );
  });

  it('Ruby', () => {
    checkTests(
      'spec/a_spec.rb',
      `# frozen_string_literal: true
require "x"

# STORY-001
RSpec.describe Foo::Bar, type: :model do
  # AC1
  it "works #{a["x"]}", story: "STORY-001" do
    # AC2
    expect(1 / 2).to eq %w[it "no" do]
  end
  it("braces") { expect(1) }
  it { is_expected.to be_valid }
  context "when x" do
    xit 'off' do
    end
    it "pending"
    specify "skipped", :skip do
      x = <<~EOS
it "no" do
      EOS
    end
  end
  it "rescues" do
    a
  rescue
    b
  end
  it "last" do
    skip "later"
  end
end
=begin
it "no" do
end
=ending
end
=end it "no" do

class ATest < Minitest::Test
  # AC3
  def test_it
    assert true
  end
  test "rails" do
    it = 3
  end
end
__END__
it "no" do
`,
      [
        'file {# frozen_string_literal: true}',
        'Foo::Bar {# STORY-001 | type: :model} > works #{a["x"]} {# AC1 | story: "STORY-001" | # AC2}',
        'Foo::Bar {# STORY-001 | type: :model} > braces',
        'Foo::Bar {# STORY-001 | type: :model} > is_expected.to be_valid',
        'Foo::Bar {# STORY-001 | type: :model} > when x > off (skipped)',
        'Foo::Bar {# STORY-001 | type: :model} > when x > pending (skipped)',
        'Foo::Bar {# STORY-001 | type: :model} > when x > skipped {:skip} (skipped)',
        'Foo::Bar {# STORY-001 | type: :model} > rescues',
        'Foo::Bar {# STORY-001 | type: :model} > last (skipped)',
        'ATest > test_it {# AC3}',
        'ATest > rails',
      ],
    );
  });
});
