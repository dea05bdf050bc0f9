import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { freshDatabase } from './harness.ts'
import { startServerProcess } from './partners/server-process.ts'

/** Packages for single features. Four of them take 0.7 s of CPU time and 100 MB if each is loaded alone. */
const unused = [
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'ioredis',
  'micromark',
  'nodemailer',
  'oidc-provider',
  'onnxruntime-node',
  'sharp',
  'vite',
]

describe('the start of a server', () => {
  it('loads no package before a request needs it', async () => {
    const settings = await freshDatabase('pglite')
    const modules = path.join(settings.DATA_DIR!, 'modules.txt')
    const output = path.join(settings.DATA_DIR!, 'output.log')
    const recorder = new URL('./partners/record-modules.ts', import.meta.url).href
    const server = await startServerProcess(
      { ...settings, LOADED_MODULES: modules },
      { nodeOptions: [`--import=${recorder}`], output },
    )
    assert.equal(await server.stop(), 0, fs.readFileSync(output, 'utf8'))
    const loaded = fs.readFileSync(modules, 'utf8').split('\n')
    const isLoaded = (name: string) => loaded.some((url) => url.includes(`/node_modules/${name}/`))
    assert.ok(isLoaded('fastify'), 'the list is complete')
    assert.deepEqual(unused.filter(isLoaded), [])
  })
})
