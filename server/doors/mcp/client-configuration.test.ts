import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { configurationsOf } from './client-configuration.ts'

const folder = new URL('../../../docs/clients/', import.meta.url)
const configurations = configurationsOf('http://localhost:3000', 'svc_live_…')

describe('client pages', () => {
  it('exist for every configured client', () => {
    const pages = fs.readdirSync(folder).map((file) => file.replace(/\.md$/, ''))
    assert.deepEqual(pages.toSorted(), [...Object.keys(configurations), 'README'].toSorted())
  })

  for (const [page, texts] of Object.entries(configurations))
    it(`shows the exact configuration on the page ${page}`, () => {
      const text = fs.readFileSync(new URL(`${page}.md`, folder), 'utf8')
      const blocks = [...text.matchAll(/^```\w+\n([\s\S]*?)\n```$/gm)].map(([, block]) => normal(block!))
      for (const each of texts) assert.ok(blocks.includes(normal(each)), each)
    })
})

/** Returns JSON without line breaks, and other text unchanged. */
function normal(text: string): string {
  return text.trimStart().startsWith('{') ? JSON.stringify(JSON.parse(text)) : text
}
