import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { after, before, describe, it, mock } from 'node:test'
import { readFile } from './actions/read-file.ts'
import { listFiles } from './actions/list-files.ts'
import { writeFile } from './actions/write-file.ts'
import { openByChecks } from './folder-handle.ts'
import { checkWritableNames, splitPath } from './path-names.ts'
import type { AllowedFolder } from './paths.ts'
import { temporaryFolder } from './test-machine.ts'

const root = temporaryFolder()
const shop: AllowedFolder = { name: 'shop', path: path.join(root, 'shop'), closed: [] }
const inside = (name: string) => path.join(shop.path, name)
const secret = path.join(root, 'secret.txt')

function read(file: string, folder = shop): string {
  return (readFile(folder, { path: file }).result as { content: string }).content
}

function write(file: string, content = 'changed', folder = shop): void {
  writeFile(folder, { path: file, content })
}

/** Expects both actions to reject the path, with a message that names no absolute path. */
function assertRejected(file: string, message = /./): void {
  for (const action of [() => read(file), () => write(file)])
    assert.throws(action, (error: Error) => {
      assert.match(error.message, message)
      assert.ok(!error.message.includes(root), error.message)
      return true
    })
  assert.equal(fs.readFileSync(secret, 'utf8'), 'secret')
}

before(() => {
  fs.mkdirSync(inside('src'), { recursive: true })
  fs.writeFileSync(inside('src/page.ts'), 'page')
  fs.writeFileSync(secret, 'secret')
})
after(() => fs.rmSync(root, { recursive: true }))

describe('an allowed folder', () => {
  it('rejects paths with ".." and absolute paths', () => {
    for (const file of [
      '../secret.txt',
      'src/../../secret.txt',
      '..',
      'src/..',
      '.. /secret.txt',
      '.../../secret.txt',
    ])
      assertRejected(file, /"\.\."/)
    for (const file of [secret, '/etc/passwd', '//etc/passwd', '~/x', 'C:/x', 'c:x', '\\\\host\\share'])
      assertRejected(file, /relative/)
    for (const file of ['..\\secret.txt', 'src\\page.ts']) assertRejected(file)
    assertRejected('', /must name a file/)
  })

  it('rejects null, invisible and very long names', () => {
    for (const file of [
      'src/page.ts\0.png',
      'src/\u202epage.ts',
      'src/p\u200bage.ts',
      'a\nb',
      '\ufeffa',
      '\ud800',
    ])
      assertRejected(file, /invisible/)
    assertRejected('x'.repeat(256), /longer than 255/)
    assertRejected('é'.repeat(128), /longer than 255/)
    assertRejected('x/'.repeat(2100), /longer than 4096/)
  })

  it('rejects links that lead out of it and follows links that stay inside for reading', () => {
    fs.symlinkSync(secret, inside('out.txt'))
    fs.symlinkSync('..', inside('up'))
    fs.symlinkSync('loop', inside('loop'))
    assert.throws(() => read('out.txt'), /leads out of the folder shop/)
    assert.throws(() => read('up/secret.txt'), /leads out of the folder shop/)
    assert.throws(() => listFiles(shop, { path: 'up' }), /leads out of the folder shop/)
    for (const file of ['out.txt', 'up/secret.txt', 'loop']) assertRejected(file)
    fs.symlinkSync('src', inside('current'))
    assert.equal(read('current/page.ts'), 'page')
    assert.throws(() => write('current/page.ts'), /is a link/)
  })

  it('rejects a link that is created after the check', () => {
    fs.mkdirSync(inside('swap'))
    fs.writeFileSync(inside('swap/secret.txt'), 'harmless')
    const original = fs.realpathSync.native
    const swapAfter = (file: string) => {
      const swap = mock.method(fs.realpathSync, 'native', ((asked: string) => {
        const found = original(asked)
        if (asked !== file) return found
        fs.renameSync(inside('swap'), inside('kept'))
        fs.symlinkSync(root, inside('swap'))
        return found
      }) as typeof original)
      return () => {
        swap.mock.restore()
        fs.rmSync(inside('swap'))
        fs.renameSync(inside('kept'), inside('swap'))
      }
    }
    let restore = swapAfter(inside('swap/secret.txt'))
    assert.throws(() => read('swap/secret.txt'), /is a link or a file, not a folder/)
    restore()
    restore = swapAfter(shop.path)
    assert.throws(() => write('swap/secret.txt'), /is a link or a file, not a folder/)
    restore()
    assert.equal(fs.readFileSync(secret, 'utf8'), 'secret')
    assert.equal(read('swap/secret.txt'), 'harmless')
  })

  it('never reads outside while a program swaps a folder and a link', async () => {
    fs.mkdirSync(inside('race'))
    fs.writeFileSync(inside('race/secret.txt'), 'harmless')
    const script = `const fs = require('node:fs')
      process.chdir(process.argv[1])
      fs.symlinkSync('..', 'race-link')
      process.stdout.write('ready')
      const steps = [['race', 'race-folder'], ['race-link', 'race'], ['race', 'race-link'], ['race-folder', 'race']]
      const end = Date.now() + 20_000
      while (Date.now() < end) for (const [from, to] of steps) fs.renameSync(from, to)`
    const swapper = spawn(process.execPath, ['-e', script, shop.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(swapper, 'exit')
    await once(swapper.stdout, 'data')
    let hits = 0
    for (let round = 0; round < 3000; round++) {
      try {
        assert.equal(read('race/secret.txt'), 'harmless')
        hits++
      } catch (error) {
        assert.ok(!(error instanceof assert.AssertionError), String(error))
      }
    }
    swapper.kill('SIGKILL')
    await exited
    assert.ok(hits > 0, 'some rounds hit the folder')
  })

  it('rejects a swapped folder without descriptor paths too, as on macOS', () => {
    fs.mkdirSync(inside('plain'))
    fs.writeFileSync(inside('plain/secret.txt'), 'harmless')
    const handle = openByChecks(shop.path, ['plain'], false)
    fs.renameSync(inside('plain'), inside('plain-kept'))
    fs.symlinkSync(root, inside('plain'))
    const descriptor = fs.openSync(handle.at('secret.txt'), 'r')
    assert.throws(() => handle.verify(descriptor, 'secret.txt'), /goes through a link/)
    fs.closeSync(descriptor)
    assert.throws(() => openByChecks(shop.path, ['plain'], false), /is a link/)
  })

  it('rejects device files, pipes and sockets without blocking on them', async () => {
    execFileSync('mkfifo', [inside('pipe')])
    const server = net.createServer().listen(inside('socket')).unref()
    await once(server, 'listening')
    for (const file of ['pipe', 'socket']) assertRejected(file, /isn't a regular file/)
    assertRejected('src', /is a folder/)
    const devices: AllowedFolder = { name: 'devices', path: '/dev', closed: [] }
    for (const file of ['null', 'zero', 'tty'])
      assert.throws(() => read(file, devices), /isn't a regular file|doesn't exist/)
    assert.throws(() => write('null', 'x', devices), /isn't a regular file/)
    server.close()
  })

  it('rejects writes into .git in every spelling that some file system accepts', () => {
    fs.mkdirSync(inside('.git/hooks'), { recursive: true })
    const spellings = [
      '.git',
      '.GIT',
      '.Git',
      '.git.',
      '.git ',
      '.git::$INDEX_ALLOCATION',
      'git~1',
      'GIT~1',
      '．git',
    ]
    for (const name of spellings)
      for (const file of [`${name}/hooks/pre-commit`, `${name}/config`, `sub/${name}/config`, name])
        assert.throws(() => write(file), /\.git/, file)
    assert.deepEqual(fs.readdirSync(inside('.git')), ['hooks'])
    assert.throws(() => write('.g\u200cit/config'), /invisible/)
  })

  it('rejects writes of names that look like another name in Unicode', () => {
    write('café.txt'.normalize('NFC'), 'composed')
    assert.throws(() => write('café.txt'.normalize('NFD')), /normal form C/)
    assert.equal(read('café.txt'.normalize('NFC')), 'composed')
  })

  it("keeps Baton's own files closed, in any case and through links", () => {
    fs.mkdirSync(inside('.config/baton'), { recursive: true })
    fs.writeFileSync(inside('.config/baton/tunnel.json'), 'token')
    fs.writeFileSync(inside('tunnel.yaml'), 'requesters:')
    fs.symlinkSync('.config', inside('conf'))
    const closed = { ...shop, closed: [inside('.config/baton'), inside('tunnel.yaml')] }
    const files = ['tunnel.yaml', './tunnel.yaml', '.config/baton/tunnel.json', 'conf/baton/tunnel.json']
    for (const file of files) assert.throws(() => read(file, closed), /stays closed/, file)
    for (const file of ['tunnel.yaml', 'Tunnel.YAML', '.config/Baton/new', '.CONFIG/BATON/tunnel.json'])
      assert.throws(() => write(file, 'x', closed), /stays closed/, file)
    assert.throws(() => listFiles(closed, { path: '.config/baton' }), /stays closed/)
  })

  it('rejects device names, streams and short names on Windows', () => {
    for (const name of [
      'CON',
      'nul.txt',
      'Com1',
      'aux .c',
      'LPT9',
      'CONIN$',
      'ab:c',
      'a.',
      'a ',
      'a?',
      'x/NUL/y',
    ])
      assert.throws(() => splitPath(name, 'win32'), /Windows/, name)
    assert.throws(() => checkWritableNames(['PROGRA~1'], 'win32'), /Short names/)
    assert.deepEqual(splitPath('src/./console.ts', 'win32'), ['src', 'console.ts'])
  })
})

describe('file actions', () => {
  it('reads text, binary and parts of a file, and never cuts a character', () => {
    fs.writeFileSync(inside('text'), 'aé€😀')
    const part = (offset: number, length: number) => readFile(shop, { path: 'text', offset, length }).result
    assert.deepEqual(part(0, 2), { content: 'a', encoding: 'utf8', size: 10, offset: 0, more: true })
    assert.deepEqual(part(1, 2), { content: 'é', encoding: 'utf8', size: 10, offset: 1, more: true })
    assert.deepEqual(part(2, 1), { content: 'qQ==', encoding: 'base64', size: 10, offset: 2, more: true })
    assert.deepEqual(part(20, 5), { content: '', encoding: 'utf8', size: 10, offset: 20, more: false })
    fs.writeFileSync(inside('binary'), Buffer.from([0, 255]))
    assert.equal(read('binary'), 'AP8=')
  })

  it('keeps a result of many escapes small and continues behind it', () => {
    fs.writeFileSync(inside('escapes'), '\u0001'.repeat(1024 * 1024))
    const { content, more } = readFile(shop, { path: 'escapes' }).result as { content: string; more: boolean }
    assert.ok(more && content.length > 0 && JSON.stringify(content).length < 2 * 1024 * 1024)
  })

  it('replaces a file only if it is unchanged, keeps its mode and leaves no temporary file', () => {
    const { sha256 } = writeFile(shop, { path: 'new/deep/script.sh', content: 'one' }).result as {
      sha256: string
    }
    fs.chmodSync(inside('new/deep/script.sh'), 0o755)
    const change = (content: string, ifSha256: string) =>
      writeFile(shop, { path: 'new/deep/script.sh', content, ifSha256 }).result
    assert.throws(() => change('two', ''), /already exists/)
    assert.equal((change('two', sha256) as { created: boolean }).created, false)
    assert.throws(() => change('three', sha256), /has changed since you read it/)
    assert.equal(read('new/deep/script.sh'), 'two')
    assert.equal(fs.statSync(inside('new/deep/script.sh')).mode & 0o777, 0o755)
    assert.deepEqual(fs.readdirSync(inside('new/deep')), ['script.sh'])
    assert.throws(() => writeFile(shop, { path: 'x', content: 'not base64!', encoding: 'base64' }), /base64/)
  })

  it('lists entries with their types and says if there are more', () => {
    const { entries, more } = listFiles(shop, { path: 'src/' }).result as { entries: object[]; more: boolean }
    assert.deepEqual(
      [entries.map((entry) => ({ ...entry, modifiedAt: '' })), more],
      [[{ name: 'page.ts', type: 'file', size: 4, modifiedAt: '' }], false],
    )
    const all = listFiles(shop, { limit: 1 }).result as { entries: object[]; more: boolean }
    assert.deepEqual([all.entries.length, all.more], [1, true])
  })
})
