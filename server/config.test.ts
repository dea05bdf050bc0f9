import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

describe('the variables of a provider', () => {
  const client = { GITLAB_CLIENT_ID: 'id', GITLAB_CLIENT_SECRET: 'secret' }

  it('are optional', () => {
    const { GITHUB_CLIENT_ID, GOOGLE_ISSUER, GITLAB_ISSUER } = readConfig({})
    assert.deepEqual(
      [GITHUB_CLIENT_ID, GOOGLE_ISSUER, GITLAB_ISSUER],
      [undefined, 'https://accounts.google.com', 'https://gitlab.com'],
    )
  })

  it('stop the start where only one of a client’s two is set', () => {
    assert.throws(() => readConfig({ GOOGLE_CLIENT_ID: 'id' }), ConfigError)
    assert.throws(() => readConfig({ GOOGLE_CLIENT_ID: 'id' }), /GOOGLE_CLIENT_SECRET is missing/)
    assert.throws(() => readConfig({ GITLAB_CLIENT_SECRET: 'secret' }), /GITLAB_CLIENT_ID is missing/)
    assert.throws(() => readConfig({ CODEHOST_CLIENT_ID: 'id' }), /GITHUB_CLIENT_SECRET is missing/)
  })

  it('know the code host by its other name', () => {
    const other = { CODEHOST_CLIENT_ID: 'a', CODEHOST_CLIENT_SECRET: 'b' }
    const named = readConfig(other)
    assert.deepEqual([named.GITHUB_CLIENT_ID, named.GITHUB_CLIENT_SECRET], ['a', 'b'])
    assert.equal(readConfig({ ...other, GITHUB_CLIENT_ID: 'c' }).GITHUB_CLIENT_ID, 'c')
  })

  it('send nobody over a connection that others can read, except on this machine', () => {
    for (const issuer of [
      'https://id.example',
      'http://127.0.0.1:8080',
      'http://localhost/realm/',
      'http://[::1]',
    ])
      assert.equal(readConfig({ ...client, GITLAB_ISSUER: issuer }).GITLAB_ISSUER, issuer)
    for (const issuer of [
      'http://id.example',
      'http://127.0.0.1.example',
      'http://localhost.example',
      'ftp://x',
      'id.example',
    ])
      assert.throws(
        () => readConfig({ ...client, GITLAB_ISSUER: issuer }),
        /GITLAB_ISSUER must be an https address/,
      )
  })
})
