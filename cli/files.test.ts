import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import { openApi } from '../server/doors/http/openapi.ts'
import { anyone, signedIn } from '../server/operations/access.ts'
import { operation } from '../server/operations/operation.ts'
import { type TestServer, startTestServer } from '../test/harness.ts'
import { openTrialDoor, trial } from '../test/trial-door.ts'
import { openShell } from './test-shell.ts'

let stored = Buffer.from('')

const upload = operation({
  id: 'images.uploadAvatar',
  summary: 'Upload your avatar.',
  http: 'PUT /api/images/avatar',
  aliases: ['PUT /api/avatar'],
  access: signedIn,
  upload: 'image',
  input: z.object({
    image: z.file().describe('The image.'),
    name: z.string().optional().describe('Its name.'),
  }),
  output: z.object({ size: z.number(), name: z.string().optional(), file: z.string() }),
}).run(async (_ctx, { image, name }) => {
  stored = Buffer.from(await image.arrayBuffer())
  return { size: image.size, name, file: image.name }
})

const get = operation({
  id: 'images.get',
  summary: 'Get an image.',
  http: 'GET /api/images/:image',
  answers: 'file',
  access: anyone,
  input: z.object({ image: z.string().describe('The id of the image.') }),
  output: z.object({
    type: z.string(),
    bytes: z.instanceof(Uint8Array),
    etag: z.string(),
    lasting: z.boolean(),
  }),
}).run(async () => ({ type: 'image/png', bytes: stored, etag: 'x', lasting: false }))

const go = operation({
  id: 'images.go',
  summary: 'Redirect to the images.',
  http: 'GET /api/images/go',
  answers: 'redirect',
  access: anyone,
  input: z.object({}),
  output: z.object({ location: z.string() }),
}).run(async () => ({ location: 'https://images.example/' }))

const operations = trial({ upload, get, go })

describe('files on the command line', () => {
  let server: TestServer
  let door: { url: string; close(): Promise<void> }
  let environment: Record<string, string>
  // The command line with a contract that contains these operations.
  const shell = openShell((home) => {
    fs.cpSync(new URL('.', import.meta.url), path.join(home, 'cli'), { recursive: true })
    fs.cpSync(
      new URL('../server/assembly/client.ts', import.meta.url),
      path.join(home, 'server/assembly/client.ts'),
    )
    fs.mkdirSync(path.join(home, 'contract'))
    const routes = Object.fromEntries(operations.map(({ operation: { id, http } }) => [id, http]))
    fs.writeFileSync(path.join(home, 'contract/openapi.json'), JSON.stringify(openApi(operations)))
    fs.writeFileSync(path.join(home, 'contract/routes.json'), JSON.stringify(routes))
    return path.join(home, 'cli/baton.ts')
  })
  const photo = path.join(shell.home, 'photo.png')
  const words = ['images', 'upload-avatar', '--image']

  before(async () => {
    server = await startTestServer()
    door = await openTrialDoor(server.app, operations)
    const ada = await server.register('Ada')
    environment = { BATON_URL: door.url, BATON_TOKEN: ada.token }
    fs.writeFileSync(photo, Buffer.from([137, 80, 255, 0, 10]))
  })
  after(async () => {
    await door.close()
    await server.stop()
    shell.close()
  })

  it('reads a file from a path or from standard input', async () => {
    const out = await shell.done([...words, photo, '--name', 'Me', '--json'], environment)
    assert.deepEqual(JSON.parse(out), { size: 5, name: 'Me', file: 'photo.png' })
    assert.deepEqual(stored, fs.readFileSync(photo))
    const piped = await shell.done([...words, '-', '--json'], { ...environment, input: 'bytes' })
    assert.equal(JSON.parse(piped).size, 5)
  })

  it('rejects a missing file with exit code 2 and a large one with exit code 1', async () => {
    const missing = await shell.baton([...words, 'nowhere.png'], environment)
    assert.deepEqual([missing.code, missing.out], [2, ''])
    assert.match(missing.err, /--image: the file "nowhere\.png" doesn't exist\./)
    const folder = await shell.baton([...words, shell.home], environment)
    assert.deepEqual([folder.code, /can't read/.test(folder.err)], [2, true])
    fs.writeFileSync(`${photo}.large`, Buffer.alloc(8 * 1024 * 1024))
    const large = await shell.baton([...words, `${photo}.large`], environment)
    assert.deepEqual([large.code, /limit is 5 MiB/.test(large.err)], [1, true])
  })

  it('writes a file to standard output and prints a redirect', async () => {
    fs.writeFileSync(photo, 'as it is')
    await shell.done([...words, photo], environment)
    assert.equal(await shell.done(['images', 'get', 'me'], environment), 'as it is')
    assert.equal(await shell.done(['images', 'go'], environment), 'location: https://images.example/\n')
  })

  it('shows a file field in help and lists an operation with two routes once', async () => {
    const help = await shell.done([...words.slice(0, 2), '--help'])
    assert.match(help, /--image <file>/)
    assert.match(help, /baton images upload-avatar --image photo\.png/)
    assert.equal((await shell.done(['images', '--help'])).match(/^ {2}upload-avatar /gm)?.length, 1)
    assert.match(await shell.done(['images', 'get', '--help']), /images get \S+ > photo\.png/)
  })
})
