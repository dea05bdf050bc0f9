import assert from 'node:assert/strict'
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type GitServer, startGitServer } from '../../test/partners/git-server.ts'
import { NotAllowed } from './external-url.ts'
import { type RemoteOptions, Unreadable, openRemote } from './git-remote.ts'

describe('a remote repository', () => {
  let git: GitServer
  before(async () => void (git = await startGitServer()))
  after(() => git.close())

  const options = (more: Partial<RemoteOptions> = {}): RemoteOptions => ({
    allowed: [git.host],
    signal: AbortSignal.timeout(30_000),
    ...more,
  })
  const listRefs = async (url: string, more?: Partial<RemoteOptions>, token?: string) => {
    const remote = await openRemote({ url, token }, options(more))
    return (await remote.run(['ls-remote', '--', remote.url])).toString()
  }
  const port = () => git.host.split(':')[1]!

  it('is read from the address of a single DNS lookup', async () => {
    git.repo('pinned.git')
    const host = `git.example:${port()}`
    let lookUps = 0
    const resolve = async () => [{ address: lookUps++ === 0 ? '127.0.0.1' : '203.0.113.9', family: 4 }]
    assert.match(
      await listRefs(`http://${host}/pinned.git`, { allowed: [host], resolve }),
      /refs\/heads\/main/,
    )
    assert.equal(lookUps, 1)
  })

  it('is rejected if any address of its host is private', async () => {
    const publicOne = { address: '93.184.215.14', family: 4 }
    for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:10.0.0.1'])
      for (const others of [[], [publicOne]])
        await assert.rejects(
          listRefs('https://innocent.example/a.git', {
            resolve: async () => [...others, { address, family: address.includes(':') ? 6 : 4 }],
          }),
          Unreadable,
        )
  })

  it('is read over https, or over http for allowed hosts, and over no other protocol', async () => {
    for (const url of [
      'ext::sh -c id',
      'file:///etc',
      '--upload-pack=id',
      'git://a.example/b',
      'ssh://a.example/b',
      'git@github.com:a/b.git',
      'http://93.184.215.14/a',
      'https://a:b@a.example/',
      'https://a.example/?x',
    ])
      await assert.rejects(listRefs(url), NotAllowed, url)
  })

  it('is rejected for a host name that curl would read as an option, such as "-host"', async () => {
    for (const host of [
      '-git.example',
      '+git.example',
      '*',
      'a..b',
      'a-.example',
      'git.example.',
      'a'.repeat(64),
    ])
      await assert.rejects(listRefs(`https://${host}/a.git`, { allowed: [host] }), NotAllowed, host)
  })

  it('is not followed through a redirect, and its token is not sent there', async () => {
    const elsewhere = await startGitServer()
    elsewhere.repo('moved.git')
    const { url } = git.repo('moved.git', undefined, { redirect: `http://${elsewhere.host}` })
    await assert.rejects(listRefs(url, { allowed: ['127.0.0.1'] }, 'a-token'), {
      message: 'The server redirects to another URL. Use that URL instead.',
    })
    assert.deepEqual(elsewhere.requests, [])
    await elsewhere.close()
  })

  it("is read without the operator's git configuration and credentials", async () => {
    const { url } = git.repo('alone.git')
    // A setting that would redirect every URL.
    const planted = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'url.file:///etc/.insteadOf',
      GIT_CONFIG_VALUE_0: 'http://',
    }
    Object.assign(process.env, planted)
    try {
      assert.match(await listRefs(url), /refs\/heads\/main/)
    } finally {
      for (const name of Object.keys(planted)) delete process.env[name]
    }
  })

  it('is abandoned on abort, and the git process ends', async () => {
    const silent = http.createServer(() => {})
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
    const controller = new AbortController()
    const pending = listRefs(`http://${host}/a.git`, { allowed: [host], signal: controller.signal })
    const [, socket] = (await once(silent, 'request')) as [unknown, http.ServerResponse]
    const closed = once(socket, 'close')
    controller.abort(new Error('enough'))
    await assert.rejects(pending, { message: 'enough' })
    await closed
    silent.close()
  })

  it('reports an unreachable server', async () => {
    await assert.rejects(listRefs('http://127.0.0.1:2/a', { allowed: ['127.0.0.1'] }), {
      message: "The server can't be reached right now. Try again later.",
    })
  })
})
