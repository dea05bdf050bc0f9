import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { pixelBomb } from '../../../test/pixel-bomb.ts'

for (const engine of oneEngine) {
  describe(`pictures, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const setAvatar = (bytes: Uint8Array<ArrayBuffer>, name = 'me.png', type = 'image/png') =>
      ada.call('images.setAvatar', { image: new File([bytes], name, { type }) })
    const refused = { status: 415, code: 'not_a_picture' }

    it('of every usual kind become WebP of the right size, whatever they are called', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
        const bytes = await photo(620, 530).toFormat(format).toBuffer()
        const { avatarUrl } = await setAvatar(plain(bytes), 'whatever.exe', 'application/x-msdownload')
        const picture = await download(avatarUrl)
        assert.deepEqual([picture.format, picture.width, picture.height], ['webp', 512, 512], format)
      }
    })

    it('are cut for a cover, and never made bigger', async () => {
      const wide = await ada.call('images.setCover', { image: await asFile(photo(1800, 900)) })
      const cover = await download(wide.coverUrl)
      assert.deepEqual([cover.width, cover.height], [1600, 400])
      const small = await ada.call('images.setCover', { image: await asFile(photo(200, 90)) })
      assert.equal((await download(small.coverUrl)).width, 200)
      const { avatarUrl } = await setAvatar(plain(await photo(40, 90).png().toBuffer()))
      const avatar = await download(avatarUrl)
      assert.deepEqual([avatar.width, avatar.height], [40, 40])
    })

    it('do not tell where they were taken, and stand as the camera was held', async () => {
      const bytes = await photo(40, 400)
        .withExif({
          IFD0: { Make: 'SECRETCAMERA' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
        })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      assert.ok((await sharp(bytes).metadata()).exif, 'the test begins with a position')
      const { coverUrl } = await ada.call('images.setCover', { image: new File([plain(bytes)], 'x.jpg') })
      const cover = await download(coverUrl)
      assert.deepEqual(
        [cover.exif, cover.icc, cover.xmp, cover.orientation],
        [undefined, undefined, undefined, undefined],
      )
      assert.deepEqual([cover.width, cover.height], [160, 40], 'turned before it was cut')
    })

    it('leave behind whatever else was in the file', async () => {
      const png = await photo(64, 64).png().toBuffer()
      const polyglot = Buffer.concat([png, Buffer.from('<html><script>alert(document.domain)</script>')])
      const { avatarUrl } = await setAvatar(plain(polyglot), 'page.html', 'text/html')
      const response = await fetch(server.url + avatarUrl!)
      assert.equal(response.headers.get('content-type'), 'image/webp')
      assert.ok(!Buffer.from(await response.arrayBuffer()).includes('script'))
    })

    it('must be pictures: a script named .png is refused', async () => {
      const { avatarUrl } = await setAvatar(plain(await photo(64, 64).png().toBuffer()))
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`
      const texts = [svg, `<?xml version="1.0"?>${svg}`, '<html></html>', 'GIF89a', '%PDF-1.7', '']
      for (const text of texts) await assert.rejects(setAvatar(plain(Buffer.from(text))), refused, text)
      for (const format of ['tiff', 'avif'] as const)
        await assert.rejects(
          setAvatar(plain(await photo(64, 64).toFormat(format).toBuffer())),
          refused,
          format,
        )
      assert.equal((await ada.call('accounts.getMe', {})).user.avatarUrl, avatarUrl, 'the old one stays')
    })

    it('must be whole', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
        const bytes = await busyPhoto().toFormat(format).toBuffer()
        const half = plain(bytes.subarray(0, bytes.length / 2))
        await assert.rejects(setAvatar(half, 'half.png'), refused, `half a ${format}`)
      }
    })

    it('cannot be used to fill the memory: a bomb is refused by what it claims to be', async () => {
      const bomb = pixelBomb(30_000, 30_000)
      assert.ok(bomb.length < 200_000)
      await assert.rejects(setAvatar(plain(bomb)), {
        status: 413,
        code: 'too_large',
        message: /50 megapixels/,
      })
    })

    it('have at most 5 MiB', async () => {
      const large = new Uint8Array(5 * 1024 * 1024 + 1)
      await assert.rejects(setAvatar(large), { status: 413, code: 'too_large', message: /5 MiB/ })
    })

    it('are shown to anybody who has the address, for ever, and to nobody once they are gone', async () => {
      const { avatarUrl } = await setAvatar(plain(await photo(64, 64).png().toBuffer()))
      const shown = await fetch(server.url + avatarUrl!)
      assert.equal(shown.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
      assert.match(shown.headers.get('content-security-policy')!, /default-src 'none'/)
      assert.equal((await ada.call('images.removeAvatar', {})).avatarUrl, null)
      await assert.rejects(server.anonymous('images.get', { image: avatarUrl!.split('/').at(-1)! }), {
        status: 404,
      })
      assert.equal((await ada.call('images.removeAvatar', {})).avatarUrl, null, 'which can be said twice')
      assert.equal((await fetch(`${server.url}/api/images/nonsense`)).status, 404)
    })

    it('of ten at the same time, one is left', async () => {
      const { call, user } = await server.register('Bob')
      await call('images.setCover', { image: await asFile(photo(64, 64)) })
      const files = await Promise.all(Array.from({ length: 10 }, (_, n) => asFile(photo(60 + n, 64))))
      await Promise.all(files.map((image) => call('images.setAvatar', { image })))
      await call('images.removeCover', {})
      const rows = await server.app.database.run<{ id: string }>('select id from images where user_id = $1', [
        user.id,
      ])
      const { avatarUrl, coverUrl } = (await call('accounts.getMe', {})).user
      assert.deepEqual([rows.map(({ id }) => `/api/images/${id}`), coverUrl], [[avatarUrl], null])
    })

    async function download(url: string | null) {
      const response = await fetch(server.url + url!)
      assert.equal(response.status, 200)
      return sharp(Buffer.from(await response.arrayBuffer())).metadata()
    }
  })
}

function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
}

/** With so much in it that half of the file is not enough. */
function busyPhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: 90, height: 90, channels: 3, background: 'black', noise } })
}

async function asFile(picture: Sharp): Promise<File> {
  return new File([plain(await picture.jpeg().toBuffer())], 'photo.jpg')
}

/** The bytes as the types of a browser have them. */
function plain(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
