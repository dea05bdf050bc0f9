import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, it } from 'node:test'
import { variables } from '../server/config.ts'
import { createAttachment } from '../server/assembly/all.ts'
import { readConfig } from '../server/config.ts'
import { uploadLimits } from '../server/doors/http/bodies.ts'
import { composeVariables } from '../scripts/env-example.ts'
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
    it(`names only existing variables in ${file}`, () => {
      assert.ok(names.length > 0, 'finds the variables')
      assert.deepEqual(
        names.filter((name) => !known.has(name)),
        [],
      )
    })
  }

  it('uses the Node version of .nvmrc in the image, CI and the packages', () => {
    const version = read('.nvmrc').trim()
    assert.equal(/^ARG NODE_IMAGE=node:(\d+)-/m.exec(dockerfile)?.[1], version)
    assert.equal(/image: node:(\d+)-/.exec(read('.github/workflows/ci.yml'))?.[1], version)
    const bundled = Object.values(json('runtime/package.json').optionalDependencies!)
    assert.equal(new Set(bundled).size, 1, `one version on all platforms: ${bundled.join(', ')}`)
    assert.equal(bundled[0]!.split('.')[0], version)
  })

  it('copies the manifest of every workspace in the Dockerfile', () => {
    const workspaces = JSON.parse(read('package.json')) as { workspaces: string[] }
    for (const folder of workspaces.workspaces)
      assert.match(dockerfile, new RegExp(`^COPY ${folder}(/package\\.json)? `, 'm'), folder)
  })

  it('copies only existing paths that .dockerignore allows', () => {
    const allowed = new Set(find(read('.dockerignore'), /^!(.*)$/gm))
    const sources = find(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap((paths) => paths.split(' '))
    assert.ok(sources.length > 0)
    for (const source of sources) {
      assert.ok(fs.existsSync(new URL(`../${source}`, import.meta.url)), `${source} exists`)
      assert.ok(allowed.has(source.split('/')[0]!), `${source} is in the build context`)
    }
  })

  it('starts existing programs in the Dockerfile and the systemd unit', () => {
    assert.ok(fs.existsSync(new URL(`../${imageCommand().at(-1)}`, import.meta.url)))
    assert.match(unit, /^ExecStart=\/opt\/baton\/bin\/baton-server$/m)
  })

  it('gives V8 the same flags in the image and in npm start, and those that can change later in the release', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
    const flags = scripts.start.split(' ').slice(1, -1)
    assert.deepEqual(imageCommand().slice(1, -1), flags)
    const budget = flags.find((flag) => flag.startsWith('--wasm-tiering-budget='))
    assert.match(read('runtime/baton-server.js'), new RegExp(`setFlagsFromString\\('${budget}'\\)`))
  })

  it('lets the largest upload through the proxies', () => {
    const mebibytes = Number(/client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf'))?.[1])
    const megabytes = Number(/max_size (\d+)MB/.exec(read('deploy/Caddyfile'))?.[1])
    const { bodyLimit } = uploadLimits(createAttachment, readConfig({}))
    assert.ok(mebibytes * 1024 * 1024 >= bodyLimit)
    assert.ok(megabytes * 1_000_000 >= bodyLimit)
  })

  it('checks the health of the image at a path that the server serves', async () => {
    const [, path] = /fetch\('http:\/\/127\.0\.0\.1:' \+ process\.env\.PORT \+ '(.*?)'\)/.exec(dockerfile)!
    const server = await startTestServer()
    try {
      assert.equal((await fetch(`${server.url}${path}`)).status, 200)
    } finally {
      await server.stop()
    }
  })
})

/** Returns the words of CMD in the Dockerfile. */
function imageCommand(): string[] {
  return JSON.parse(find(dockerfile, /^CMD (\[.*\])$/gm)[0]!) as string[]
}

function find(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!)
}
