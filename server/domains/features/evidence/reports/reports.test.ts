import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluateReport } from './report.ts'

const sums = (text: string) => {
  const { passed, result } = evaluateReport(text)
  return [passed, result?.tests, result?.failures, result?.errors, result?.skipped]
}
const finding = (text: string) => evaluateReport(text).finding

describe('JUnit report', () => {
  it('passes if all test cases in nested suites pass', () => {
    const report = `<?xml version="1.0" encoding="UTF-8"?>
      <!-- made by a build -->
      <testsuites name="all">
        <testsuite name="unit">
          <properties><property name="os" value="&lt;linux&gt; &#38; more"/></properties>
          <testsuite name='inner'><testcase name="adds" classname="Sum" time="0.1"/></testsuite>
          <testcase name="prints"><system-out><![CDATA[ <failure> in the output & no entity ]]></system-out></testcase>
          <testcase name="later"><skipped message="not yet"/></testcase>
        </testsuite>
      </testsuites>`
    assert.deepEqual(sums(report), [true, 3, 0, 0, 1])
    assert.equal(finding(report), '2 of 3 tests passed, 1 skipped.')
  })

  it('counts test cases and ignores the totals in attributes', () => {
    const lying = `<testsuite name="s" tests="90" failures="0" errors="0">
      <testcase name="fine"/><testcase name="broken"><failure message="1 is not 2">trace</failure></testcase>
      <testcase name="burnt"><error type="TypeError"/></testcase></testsuite>`
    assert.deepEqual(sums(lying), [false, 3, 1, 1, 0])
    assert.equal(finding(lying), '2 of 3 tests failed: broken, burnt.')
    assert.deepEqual(evaluateReport(lying).result!.failed, ['broken', 'burnt'])
    assert.deepEqual(sums('<testsuite tests="1" failures="7"><testcase name="fine"/></testsuite>'), [
      true,
      1,
      0,
      0,
      0,
    ])
  })

  it('fails for an error outside any test case', () => {
    const report =
      '<testsuites><testsuite name="api"><error>no database</error><testcase name="a"/></testsuite></testsuites>'
    assert.deepEqual(sums(report), [false, 1, 0, 1, 0])
    assert.match(finding(report), /api/)
  })

  it('counts a test that passed on a rerun as passed', () => {
    assert.deepEqual(sums('<testsuite><testcase name="shaky"><flakyFailure/></testcase></testsuite>'), [
      true,
      1,
      0,
      0,
      0,
    ])
  })

  it('names only the first failed tests', () => {
    const many = Array.from({ length: 50 }, (_, n) => `<testcase name="t${n}"><failure/></testcase>`)
    const { finding: sentence, result } = evaluateReport(`<testsuite name="s">${many.join('')}</testsuite>`)
    assert.equal(sentence, '50 of 50 tests failed: t0, t1, t2 and 47 more.')
    assert.equal(result!.failed.length, 20)
    const long = `<testsuite><testcase name="${'x'.repeat(5000)}"><failure/></testcase></testsuite>`
    assert.equal(evaluateReport(long).result!.failed[0]!.length, 200)
  })

  it('fails if it contains no tests or all were skipped', () => {
    assert.equal(finding('<testsuites/>'), 'The report contains no tests.')
    const skipped = '<testsuite><testcase name="a"><skipped/></testcase></testsuite>'
    assert.equal(finding(skipped), 'All 1 tests were skipped.')
    assert.equal(sums(skipped)[0], false)
  })

  it('rejects XML that is not a JUnit report', () => {
    assert.match(finding('<html><body/></html>'), /not a JUnit report: its root element is <html>/)
  })

  const broken: Record<string, [report: string, expected: RegExp]> = {
    'a document type': ['<!DOCTYPE testsuite SYSTEM "file:///etc/passwd"><testsuite/>', /document type/],
    'custom entities': ['<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite/>', /document type/],
    'a declaration inside': ['<testsuite><!ENTITY a "b"></testsuite>', /document type/],
    'an unknown entity': ['<testsuite name="&xxe;"/>', /entity/],
    'an entity in text': ['<testsuite>&nbsp;</testsuite>', /entity/],
    'a bare ampersand': ['<testsuite name="a & b"/>', /entity/],
    'an invalid character reference': ['<testsuite name="&#x110000;"/>', /entity/],
    'an unclosed element': ['<testsuite><testcase name="a">', /<testcase> is never closed/],
    'overlapping elements': ['<testsuite><testcase></testsuite></testcase>', /no matching start tag/],
    'an end tag without a start tag': ['</testsuite>', /no matching start tag/],
    'a duplicate attribute': ['<testsuite name="a" name="b"/>', /twice/],
    'an attribute without quotes': ['<testsuite name=a/>', /quotes/],
    'an attribute without a value': ['<testsuite name/>', /no value/],
    'an unclosed attribute': ['<testsuite name="a><testcase/></testsuite>', /never closed/],
    'attributes without a space between them': ['<testsuite a="1"b="2"/>', /malformed/],
    'two root elements': ['<testsuite/><testsuite/>', /exactly one root element/],
    'text outside the root element': ['<testsuite/> and more', /outside/],
    'an unclosed comment': ['<testsuite><!-- </testsuite>', /never closed/],
    'only an opening bracket': ['<', /name is missing/],
    'too many nested elements': ['<testsuite>'.repeat(5000), /too deeply/],
  }
  for (const [defect, [report, expected]] of Object.entries(broken))
    it(`rejects a report with ${defect}`, () => {
      const verdict = evaluateReport(report)
      assert.deepEqual([verdict.passed, verdict.result], [false, null])
      assert.match(verdict.finding, expected)
      assert.match(verdict.finding, /^The report can't be read\. .*\(line \d+\)\.$/)
    })
})

describe('TAP report', () => {
  it('passes if all tests pass, in versions 12, 13 and 14', () => {
    const tests = '1..2\nok 1 - adds\nok 2 - subtracts\n'
    for (const version of ['', 'TAP version 13\n', 'TAP version 14\n'])
      assert.deepEqual(sums(version + tests), [true, 2, 0, 0, 0])
    assert.deepEqual(
      sums('ok\nok\n1..2'),
      [true, 2, 0, 0, 0],
      'the plan can come last, and numbers are optional',
    )
    assert.deepEqual(sums(`\uFEFF${tests.replaceAll('\n', '\r\n')}`), [true, 2, 0, 0, 0])
  })

  it('fails if a test fails and names the test', () => {
    const report =
      'TAP version 14\n1..3\nok 1 - a\nnot ok 2 - b \\# two\n  ---\n  message: "not ok 9"\n  ...\nok 3 - c'
    assert.deepEqual(sums(report), [false, 3, 1, 0, 0])
    assert.equal(finding(report), '1 of 3 tests failed: b # two.')
  })

  it('ignores failures only of tests marked TODO or SKIP', () => {
    const report = [
      '1..5',
      'not ok 1 # TODO later',
      'ok 2 # SKIP no network',
      'not ok 3 - x # skip',
      'ok 4 # todo',
      'ok 5',
    ]
    assert.deepEqual(sums(report.join('\n')), [true, 5, 0, 0, 3])
    assert.deepEqual(sums('1..1\nnot ok 1 - \\# TODO is its name'), [false, 1, 1, 0, 0])
    assert.deepEqual(sums('1..1\nnot ok 1 - says todo # not a directive'), [false, 1, 1, 0, 0])
  })

  it('counts subtests without counting their parent', () => {
    const report = `TAP version 14
# Subtest: sums
    1..2
    ok 1 - adds
    # Subtest: deeper
        ok 1 - carries
        not ok 2 - borrows
        1..2
    not ok 2 - deeper
      ---
      duration_ms: 1
      ...
not ok 1 - sums
ok 2 - alone
1..2`
    assert.deepEqual(sums(report), [false, 4, 1, 0, 0])
    assert.equal(finding(report), '1 of 4 tests failed: sums › deeper › borrows.')
  })

  it('fails if a parent and its subtests disagree', () => {
    assert.deepEqual(sums('1..1\n    1..1\n    not ok 1 - inside\nok 1 - outside'), [false, 1, 1, 0, 0])
    const worse = '1..1\n    1..1\n    ok 1 - inside\nnot ok 1 - cleaning up'
    assert.deepEqual(sums(worse), [false, 2, 1, 0, 0])
    assert.match(finding(worse), /cleaning up/)
    const excused = '1..2\n    1..1\n    not ok 1 - inside\nnot ok 1 - outside # TODO\nok 2'
    assert.deepEqual(sums(excused), [true, 2, 0, 0, 1])
  })

  const broken: Record<string, [report: string, expected: RegExp]> = {
    'fewer tests than planned': ['1..3\nok 1\nok 2', /lists 3 tests, but 2 were run/],
    'more tests than planned': ['1..1\nok 1\nok 2', /lists 1 tests, but 2 were run/],
    'no plan': ['TAP version 13\nok 1\nok 2', /The plan is missing/],
    'two plans': ['1..1\nok 1\n1..1', /more than one plan/],
    'a duplicate number': ['1..2\nok 1\nok 1', /test numbers don't match/],
    'a number outside the plan': ['1..2\nok 1\nok 7', /test numbers don't match/],
    'a run that bailed out': ['1..2\nok 1\nBail out! no database', /bailed out: no database/],
    'a subtest that bailed out': ['1..1\n    1..2\n    ok 1\n    Bail out!\nok 1', /bailed out/],
    'an incomplete subtest': [
      '1..1\n    1..2\n    ok 1\nok 1 - outer',
      /plan of "outer" lists 2 tests, but 1/,
    ],
    'a subtest without its test point': ['1..0\n    1..1\n    ok 1', /ends inside a subtest/],
    'an empty plan': ['1..0 # SKIP no tests here', /contains no tests/],
    'only skipped tests': ['1..1\nok 1 # SKIP', /All 1 tests were skipped/],
    'text in another format': ['All good, trust me.', /neither JUnit XML nor TAP/],
    'no content': ['', /neither JUnit XML nor TAP/],
  }
  for (const [defect, [report, expected]] of Object.entries(broken))
    it(`fails a report with ${defect}`, () => {
      assert.equal(evaluateReport(report).passed, false)
      assert.match(finding(report), expected)
    })

  it('ignores program output, including lines that look like tests', () => {
    const report =
      '1..1\nok, let us begin\nokay 5\n  not ok 3\n            not ok 9\nnot okay\nok 1 - the only one'
    assert.deepEqual(sums(report), [true, 1, 0, 0, 0])
  })
})
