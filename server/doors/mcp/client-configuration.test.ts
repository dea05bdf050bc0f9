import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { configurationsOf, installLink } from './client-configuration.ts'

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

describe('install links', () => {
  const origin = 'https://baton.example.com'
  const token = 'svc_live_secret'

  it('contains the URL and the token for Cursor, as base64 in the parameter config', () => {
    const link = new URL(installLink('cursor', origin, token)!)
    assert.equal(link.href.split('?')[0], 'cursor://anysphere.cursor-deeplink/mcp/install')
    assert.equal(link.searchParams.get('name'), 'baton')
    const config: unknown = JSON.parse(atob(link.searchParams.get('config')!))
    assert.deepEqual(config, { url: `${origin}/mcp`, headers: { Authorization: `Bearer ${token}` } })
  })

  it('contains no token for VS Code, which asks for it', () => {
    const link = installLink('vs-code', origin, token)!
    const [opened, query] = link.split('?')
    assert.equal(opened, 'vscode:mcp/install')
    assert.ok(!decodeURIComponent(link).includes(token))
    const { name, type, url, headers, inputs } = JSON.parse(decodeURIComponent(query!)) as VsCodeServer
    assert.deepEqual([name, type, url], ['baton', 'http', `${origin}/mcp`])
    assert.equal(headers.Authorization, `Bearer \${input:${inputs[0]!.id}}`)
  })

  it('is missing for clients without such links', () => {
    for (const client of ['claude-code', 'claude-desktop', 'codex', 'gemini-cli'] as const)
      assert.equal(installLink(client, origin, token), undefined)
  })

  // GitHub removes links with other schemes, so the pages use the redirects of the vendors. The link contains no token.
  it('is on the pages of Cursor and VS Code for the default URL', () => {
    const pageOf = (page: string) => fs.readFileSync(new URL(`${page}.md`, folder), 'utf8')
    const forCursor = new URL(installLink('cursor', 'http://localhost:3000', '${env:BATON_TOKEN}')!).search
    assert.ok(pageOf('cursor').includes(`(https://cursor.com/en/install-mcp${forCursor})`), forCursor)
    const forVsCode = encodeURIComponent(installLink('vs-code', 'http://localhost:3000', '')!)
    assert.ok(
      pageOf('vs-code').includes(`(https://insiders.vscode.dev/redirect?url=${forVsCode})`),
      forVsCode,
    )
  })
})

interface VsCodeServer {
  name: string
  type: string
  url: string
  headers: Record<string, string>
  inputs: { id: string }[]
}

/** Returns JSON without line breaks, and other text unchanged. */
function normal(text: string): string {
  return text.trimStart().startsWith('{') ? JSON.stringify(JSON.parse(text)) : text
}
