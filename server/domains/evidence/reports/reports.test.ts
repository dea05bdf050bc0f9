import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluateReport } from './report.ts'

const sums = (text: string) => {
  const { passed, result } = evaluateReport(text)
  return [passed, result?.tests, result?.failures, result?.errors, result?.skipped]
}
const finding = (text: string) => evaluateReport(text).finding

describe('a JUnit report', () => {
  it('passes when its test cases do, however deep the suites lie', () => {
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

  it('is counted by its test cases, whatever its sums say', () => {
    const lying = `<testsuite name="s" tests="90" failures="0" errors="0">
      <testcase name="fine"/><testcase name="broken"><failure message="1 is not 2">trace</failure></testcase>
      <testcase name="burnt"><error type="TypeError"/></testcase></testsuite>`
    assert.deepEqual(sums(lying), [false, 3, 1, 1, 0])
    assert.equal(finding(lying), '2 of 3 tests failed: broken, burnt.')
    assert.deepEqual(evaluateReport(lying).result!.failed, ['broken', 'burnt'])
    assert.deepEqual(sums('<testsuite tests="1" failures="7"><testcase name="fine"/></testsuite>'), [
      ...[true, 1, 0, 0, 0],
    ])
  })

  it('fails for what went wrong outside of any test case', () => {
    const report =
      '<testsuites><testsuite name="api"><error>no database</error><testcase name="a"/></testsuite></testsuites>'
    assert.deepEqual(sums(report), [false, 1, 0, 1, 0])
    assert.match(finding(report), /api/)
  })

  it('counts what passed when it was repeated as passed', () => {
    assert.deepEqual(sums('<testsuite><testcase name="shaky"><flakyFailure/></testcase></testsuite>'), [
      ...[true, 1, 0, 0, 0],
    ])
  })

  it('names the first failures, and no more than it must', () => {
    const many = Array.from({ length: 50 }, (_, n) => `<testcase name="t${n}"><failure/></testcase>`)
    const { finding: said, result } = evaluateReport(`<testsuite name="s">${many.join('')}</testsuite>`)
    assert.equal(said, '50 of 50 tests failed: t0, t1, t2 and 47 more.')
    assert.equal(result!.failed.length, 20)
    const long = `<testsuite><testcase name="${'x'.repeat(5000)}"><failure/></testcase></testsuite>`
    assert.equal(evaluateReport(long).result!.failed[0]!.length, 200)
  })

  it('fails without tests, and when none of them was run', () => {
    assert.equal(finding('<testsuites/>'), 'The report has no tests in it.')
    const skipped = '<testsuite><testcase name="a"><skipped/></testcase></testsuite>'
    assert.equal(finding(skipped), 'All 1 tests were skipped.')
    assert.equal(sums(skipped)[0], false)
  })

  it('is nothing else that is XML', () => {
    assert.match(finding('<html><body/></html>'), /no JUnit report: its first element is <html>/)
  })

  const broken: Record<string, [report: string, said: RegExp]> = {
    'a document type': ['<!DOCTYPE testsuite SYSTEM "file:///etc/passwd"><testsuite/>', /document type/],
    'entities of its own': [
      '<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite/>',
      /document type/,
    ],
    'a declaration inside': ['<testsuite><!ENTITY a "b"></testsuite>', /document type/],
    'an entity that is not known': ['<testsuite name="&xxe;"/>', /entity/],
    'an entity in text': ['<testsuite>&nbsp;</testsuite>', /entity/],
    'a bare ampersand': ['<testsuite name="a & b"/>', /entity/],
    'a character that is none': ['<testsuite name="&#x110000;"/>', /entity/],
    'an element that is never closed': ['<testsuite><testcase name="a">', /<testcase> is never closed/],
    'elements that cross': ['<testsuite><testcase></testsuite></testcase>', /closes what is not open/],
    'an end without a beginning': ['</testsuite>', /closes what is not open/],
    'an attribute twice': ['<testsuite name="a" name="b"/>', /twice/],
    'an attribute without quotes': ['<testsuite name=a/>', /quotes/],
    'an attribute without a value': ['<testsuite name/>', /no value/],
    'an attribute without an end': ['<testsuite name="a><testcase/></testsuite>', /no end/],
    'attributes that touch': ['<testsuite a="1"b="2"/>', /broken/],
    'two elements at the top': ['<testsuite/><testsuite/>', /exactly one element/],
    'text around it': ['<testsuite/> and more', /outside/],
    'a comment without an end': ['<testsuite><!-- </testsuite>', /no end/],
    'nothing but a beginning': ['<', /name is missing/],
    'too much depth': ['<testsuite>'.repeat(5000), /too deep/],
  }
  for (const [what, [report, said]] of Object.entries(broken))
    it(`is refused with ${what}`, () => {
      const verdict = evaluateReport(report)
      assert.deepEqual([verdict.passed, verdict.result], [false, null])
      assert.match(verdict.finding, said)
      assert.match(verdict.finding, /^The report cannot be read\. .*\(line \d+\)\.$/)
    })
})

describe('a TAP report', () => {
  it('passes when its tests do, in version 12, 13 and 14', () => {
    const tests = '1..2\nok 1 - adds\nok 2 - subtracts\n'
    for (const version of ['', 'TAP version 13\n', 'TAP version 14\n'])
      assert.deepEqual(sums(version + tests), [true, 2, 0, 0, 0])
    assert.deepEqual(
      sums('ok\nok\n1..2'),
      [true, 2, 0, 0, 0],
      'the plan may come last, numbers may be left out',
    )
    assert.deepEqual(sums(`\uFEFF${tests.replaceAll('\n', '\r\n')}`), [true, 2, 0, 0, 0])
  })

  it('fails with a test that does, and says which', () => {
    const report =
      'TAP version 14\n1..3\nok 1 - a\nnot ok 2 - b \\# two\n  ---\n  message: "not ok 9"\n  ...\nok 3 - c'
    assert.deepEqual(sums(report), [false, 3, 1, 0, 0])
    assert.equal(finding(report), '1 of 3 tests failed: b # two.')
  })

  it('excuses what is to do or skipped, and nothing else', () => {
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

  it('counts the tests inside a test, and not their sum besides', () => {
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

  it('believes neither a sum that is better than its parts, nor one that is worse', () => {
    assert.deepEqual(sums('1..1\n    1..1\n    not ok 1 - inside\nok 1 - outside'), [false, 1, 1, 0, 0])
    const worse = '1..1\n    1..1\n    ok 1 - inside\nnot ok 1 - cleaning up'
    assert.deepEqual(sums(worse), [false, 2, 1, 0, 0])
    assert.match(finding(worse), /cleaning up/)
    const excused = '1..2\n    1..1\n    not ok 1 - inside\nnot ok 1 - outside # TODO\nok 2'
    assert.deepEqual(sums(excused), [true, 2, 0, 0, 1])
  })

  const broken: Record<string, [report: string, said: RegExp]> = {
    'fewer tests than planned': ['1..3\nok 1\nok 2', /names 3 tests, and 2 were run/],
    'more tests than planned': ['1..1\nok 1\nok 2', /names 1 tests, and 2 were run/],
    'no plan': ['TAP version 13\nok 1\nok 2', /The plan is missing/],
    'two plans': ['1..1\nok 1\n1..1', /more than one plan/],
    'a number twice': ['1..2\nok 1\nok 1', /numbers of the tests do not fit/],
    'a number that is not planned': ['1..2\nok 1\nok 7', /numbers of the tests do not fit/],
    'a run that was given up': ['1..2\nok 1\nBail out! no database', /given up: no database/],
    'a subtest that was given up': ['1..1\n    1..2\n    ok 1\n    Bail out!\nok 1', /given up/],
    'a subtest that stops short': [
      '1..1\n    1..2\n    ok 1\nok 1 - outer',
      /plan of "outer" names 2 tests, and 1/,
    ],
    'a subtest without its sum': ['1..0\n    1..1\n    ok 1', /ends inside a subtest/],
    'nothing to run': ['1..0 # SKIP no tests here', /no tests in it/],
    'only skipped tests': ['1..1\nok 1 # SKIP', /All 1 tests were skipped/],
    'something else': ['All good, trust me.', /neither JUnit XML nor TAP/],
    nothing: ['', /neither JUnit XML nor TAP/],
  }
  for (const [what, [report, said]] of Object.entries(broken))
    it(`fails with ${what}`, () => {
      assert.equal(evaluateReport(report).passed, false)
      assert.match(finding(report), said)
    })

  it('ignores what the program printed, and what only looks like a test', () => {
    const report =
      '1..1\nok, let us begin\nokay 5\n  not ok 3\n            not ok 9\nnot okay\nok 1 - the only one'
    assert.deepEqual(sums(report), [true, 1, 0, 0, 0])
  })
})
