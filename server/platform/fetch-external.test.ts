import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { NoResponse, NotAllowed, isPublicAddress } from './external-url.ts'
import { fetchExternal } from './fetch-external.ts'

/** Hosts on private networks, in every spelling. */
const inside = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '168.63.129.16',
  '192.0.0.192',
  '100.100.100.200',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  // Digits and dots of other scripts.
  '127。0。0。1',
  '①②⑦.0.0.1',
  '127.0.0.1.',
]

const publicOne = [{ address: '93.184.215.14', family: 4 }]

const headOnly = { maxBytes: 0, isExcerpt: true }

describe('an external request', () => {
  let server: http.Server
  let port: number
  let requests: string[] = []
  before(async () => {
    server = http.createServer((request, response) => {
      requests.push(`${request.headers.host}${request.url}`)
      const [, status = '200', to] = /^\/(\d+)(?:\?to=(.*))?$/.exec(request.url!) ?? []
      if (request.url === '/never') return
      if (to) response.setHeader('Location', decodeURIComponent(to))
      response.writeHead(Number(status)).end('x'.repeat(100_000))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
  })

  const here = (path: string) => `http://127.0.0.1:${port}${path}`
  const options = () => ({ ...headOnly, allowed: [`127.0.0.1:${port}`], maxRedirects: 5 })
  const to = (link: string) => `/302?to=${encodeURIComponent(link)}`

  for (const host of inside)
    it(`is rejected for http://${host}/`, async () => {
      await assert.rejects(fetchExternal(`http://${host}/`, headOnly), NotAllowed)
    })

  it('is rejected for a host name if any of its addresses is private', async () => {
    for (const address of ['127.0.0.1', '10.1.2.3', '::1', '::ffff:10.0.0.1', '169.254.169.254']) {
      const family = address.includes(':') ? 6 : 4
      for (const addresses of [[{ address, family }], [...publicOne, { address, family }]])
        await assert.rejects(
          fetchExternal('http://innocent.example/', { ...headOnly, resolve: async () => addresses }),
          NotAllowed,
        )
    }
    await assert.rejects(fetchExternal('http://localhost/', headOnly), NotAllowed)
  })

  it('is rejected for other protocols than HTTP and for URLs with a password', async () => {
    for (const link of [
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://example.com/',
      'javascript:alert(1)',
      'data:,x',
      'ext::sh -c id',
      '--upload-pack=id',
      '//example.com',
      'example.com',
      '',
      'http://',
      'http://a b/',
      'http://user@example.com/',
      'http://example.com:pass@127.0.0.1/',
      'http://127.0.0.1@example.com/',
    ])
      await assert.rejects(fetchExternal(link, headOnly), NotAllowed, link)
  })

  it('returns the status and the final URL', async () => {
    for (const expected of [200, 204, 404, 500]) {
      const { status, url, body } = await fetchExternal(here(`/${expected}`), options())
      assert.deepEqual([status, url, body.length], [expected, here(`/${expected}`), 0])
    }
    const { status, url } = await fetchExternal(here(to('/404')), options())
    assert.deepEqual([status, url], [404, here('/404')])
  })

  it('returns a redirect that it must not follow', async () => {
    const { status, url } = await fetchExternal(here(to('/200')), { ...options(), maxRedirects: 0 })
    assert.deepEqual([status, url], [302, here(to('/200'))])
  })

  it('returns the whole body, an excerpt of it, or rejects one that is too long', async () => {
    const allowed = options().allowed
    const whole = await fetchExternal(here('/200'), { allowed, maxBytes: 100_000 })
    assert.equal(whole.body.length, 100_000)
    const excerpt = await fetchExternal(here('/200'), { allowed, maxBytes: 10, isExcerpt: true })
    assert.equal(excerpt.body.toString(), 'x'.repeat(10))
    await assert.rejects(fetchExternal(here('/200'), { allowed, maxBytes: 99_999 }), {
      message: 'It is longer than 99999 bytes.',
    })
  })

  it('is checked again at every redirect', async () => {
    for (const link of [
      'http://127.0.0.2/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      `http://127.0.0.1:${port + 1}/`,
      `http://user:pass@127.0.0.1:${port}/200`,
    ])
      await assert.rejects(fetchExternal(here(to(link)), options()), NotAllowed, link)
  })

  it('follows a limited number of redirects', async () => {
    requests = []
    await assert.rejects(
      fetchExternal(here(to('/302?to=%2F302%3Fto%3D%252F')), { ...options(), maxRedirects: 1 }),
      {
        message: 'It redirects more than 1 times.',
      },
    )
    assert.equal(requests.length, 2)
  })

  it('connects to the address of a single DNS lookup', async () => {
    let lookUps = 0
    const resolve = async () => [{ address: lookUps++ === 0 ? '127.0.0.1' : '203.0.113.9', family: 4 }]
    requests = []
    const { status } = await fetchExternal(`http://wiki.example:${port}/200`, {
      ...headOnly,
      allowed: [`wiki.example:${port}`],
      resolve,
    })
    assert.deepEqual([status, lookUps, requests], [200, 1, [`wiki.example:${port}/200`]])
  })

  it('is allowed by host name for one port or for all ports', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const send = (allowed: string[]) =>
      fetchExternal(`http://wiki.example:${port}/200`, { ...headOnly, allowed, resolve })
    assert.equal((await send(['wiki.example'])).status, 200)
    for (const allowed of ['wiki.example:80', 'example', `127.0.0.1:${port}`, `evil.example:${port}`])
      await assert.rejects(send([allowed]), NotAllowed, allowed)
  })

  it('fails on a timeout, a refused connection and an unknown host', async () => {
    await assert.rejects(fetchExternal(here('/never'), { ...options(), timeoutMs: 30 }), {
      message: 'It did not respond within 0.03 seconds.',
    })
    const neverResolved = () => new Promise<never>(() => {})
    const waiting = fetchExternal('http://slow.example/', {
      ...headOnly,
      timeoutMs: 30,
      resolve: neverResolved,
    })
    await assert.rejects(waiting, NoResponse)
    await assert.rejects(
      fetchExternal('http://127.0.0.1:2/', { ...headOnly, allowed: ['127.0.0.1'] }),
      /ECONNREFUSED/,
    )
    const unknown = { ...headOnly, resolve: () => Promise.reject(new Error('ENOTFOUND')) }
    await assert.rejects(fetchExternal('http://nowhere.example/', unknown), {
      message: 'Its host could not be resolved.',
    })
  })
})

describe('an IP address', () => {
  it('is public in globally routed networks', () => {
    for (const address of [
      '1.1.1.1',
      '93.184.215.14',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00:1450::1',
    ])
      assert.equal(isPublicAddress(address), true, address)
  })

  it('is not public if the text is not an address', () => {
    for (const text of ['', 'localhost', '1.1.1', '::g']) assert.equal(isPublicAddress(text), false, text)
  })
})
