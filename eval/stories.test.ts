import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { type TestServer, startTestServer } from '../test/harness.ts'
import { pageUrl, readBaseline } from './page.ts'
import { countsOf, unmetOf } from './report.ts'
import { runStory } from './run-story.ts'
import { stories } from './stories/all.ts'

/** Tokens vary slightly, because responses contain random ids and times. */
const tolerance = 1.02

describe('agent stories', () => {
  let server: TestServer
  before(async () => (server = await startTestServer('pglite')))
  after(() => server.stop())
  const baseline = readBaseline()

  for (const story of stories)
    it(`succeeds without a failed call and within the earlier counts: ${story.title}`, async () => {
      const result = await runStory(server, story)
      assert.deepEqual(unmetOf(result), [])
      for (const { phase, calls } of result.phases) {
        const now = countsOf(calls)
        const before = baseline.phases[story.id]![phase]!
        assert.equal(now.failed, 0)
        assert.ok(now.calls <= before.calls, `${phase}: ${now.calls} calls instead of ${before.calls}`)
        const tokens = now.receivedTokens
        assert.ok(tokens <= before.receivedTokens * tolerance, `${phase}: ${tokens} tokens`)
      }
    })

  it('are all in the published table', () => {
    const page = fs.readFileSync(pageUrl, 'utf8')
    for (const { title, phases } of stories)
      for (const { name } of phases) assert.match(page, new RegExp(`^\\| ${title} +\\| ${name} `, 'm'))
  })
})
