import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { pixelBomb } from '../../../test/pixel-bomb.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`images, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const setAvatar = (bytes: Uint8Array<ArrayBuffer>, name = 'me.png', type = 'image/png') =>
      ada.call('images.setAvatar', { image: new File([bytes], name, { type }) })
    const rejection = { status: 415, code: 'not_a_picture' }

    it('converts every supported format to WebP of the right size, whatever the file name', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
        const bytes = await photo(620, 530).toFormat(format).toBuffer()
        const { avatarUrl } = await setAvatar(toBytes(bytes), 'whatever.exe', 'application/x-msdownload')
        const picture = await download(avatarUrl)
        assert.deepEqual([picture.format, picture.width, picture.height], ['webp', 512, 512], format)
      }
    })

    it('crops a cover and never scales it up', async () => {
      const wide = await ada.call('images.setCover', { image: await asFile(photo(1800, 900)) })
      const cover = await download(wide.coverUrl)
      assert.deepEqual([cover.width, cover.height], [1600, 400])
      const small = await ada.call('images.setCover', { image: await asFile(photo(200, 90)) })
      assert.equal((await download(small.coverUrl)).width, 200)
      const { avatarUrl } = await setAvatar(toBytes(await photo(40, 90).png().toBuffer()))
      const avatar = await download(avatarUrl)
      assert.deepEqual([avatar.width, avatar.height], [40, 40])
    })

    it('removes metadata such as GPS and applies the orientation', async () => {
      const bytes = await photo(40, 400)
        .withExif({
          IFD0: { Make: 'SECRETCAMERA' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
        })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      assert.ok((await sharp(bytes).metadata()).exif, 'the original contains metadata')
      const { coverUrl } = await ada.call('images.setCover', { image: new File([toBytes(bytes)], 'x.jpg') })
      const cover = await download(coverUrl)
      assert.deepEqual(
        [cover.exif, cover.icc, cover.xmp, cover.orientation],
        [undefined, undefined, undefined, undefined],
      )
      assert.deepEqual([cover.width, cover.height], [160, 40], 'rotated before cropping')
    })

    it('drops other content appended to the file', async () => {
      const png = await photo(64, 64).png().toBuffer()
      const polyglot = Buffer.concat([png, Buffer.from('<html><script>alert(document.domain)</script>')])
      const { avatarUrl } = await setAvatar(toBytes(polyglot), 'page.html', 'text/html')
      const response = await fetch(server.url + avatarUrl!)
      assert.equal(response.headers.get('content-type'), 'image/webp')
      assert.ok(!Buffer.from(await response.arrayBuffer()).includes('script'))
    })

    it('rejects files that are not images, such as a script named .png', async () => {
      const { avatarUrl } = await setAvatar(toBytes(await photo(64, 64).png().toBuffer()))
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`
      const texts = [svg, `<?xml version="1.0"?>${svg}`, '<html></html>', 'GIF89a', '%PDF-1.7', '']
      for (const text of texts) await assert.rejects(setAvatar(toBytes(Buffer.from(text))), rejection, text)
      for (const format of ['tiff', 'avif'] as const)
        await assert.rejects(
          setAvatar(toBytes(await photo(64, 64).toFormat(format).toBuffer())),
          rejection,
          format,
        )
      assert.equal(
        (await ada.call('accounts.getMe', {})).user.avatarUrl,
        avatarUrl,
        'the previous avatar stays',
      )
    })

    it('rejects truncated files', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
        const bytes = await busyPhoto().toFormat(format).toBuffer()
        const half = toBytes(bytes.subarray(0, bytes.length / 2))
        await assert.rejects(setAvatar(half, 'half.png'), rejection, `half a ${format}`)
      }
    })

    it('rejects a decompression bomb by its declared dimensions', async () => {
      const bomb = pixelBomb(30_000, 30_000)
      assert.ok(bomb.length < 200_000)
      await assert.rejects(setAvatar(toBytes(bomb)), {
        status: 413,
        code: 'too_large',
        message: /50 megapixels/,
      })
    })

    it('rejects files over 5 MiB', async () => {
      const large = new Uint8Array(5 * 1024 * 1024 + 1)
      await assert.rejects(setAvatar(large), { status: 413, code: 'too_large', message: /5 MiB/ })
    })

    it('serves an image publicly with permanent caching until it is removed', async () => {
      const { avatarUrl } = await setAvatar(toBytes(await photo(64, 64).png().toBuffer()))
      const shown = await fetch(server.url + avatarUrl!)
      assert.equal(shown.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
      assert.match(shown.headers.get('content-security-policy')!, /default-src 'none'/)
      assert.equal((await ada.call('images.removeAvatar', {})).avatarUrl, null)
      await assert.rejects(server.anonymous('images.get', { image: avatarUrl!.split('/').at(-1)! }), {
        status: 404,
      })
      assert.equal((await ada.call('images.removeAvatar', {})).avatarUrl, null, 'removing it again succeeds')
      assert.equal((await fetch(`${server.url}/api/images/nonsense`)).status, 404)
    })

    it('keeps one of ten concurrent uploads', async () => {
      const { call, user } = await server.register('Bob')
      await call('images.setCover', { image: await asFile(photo(64, 64)) })
      const files = await Promise.all(Array.from({ length: 10 }, (_, n) => asFile(photo(60 + n, 64))))
      await Promise.all(files.map((image) => call('images.setAvatar', { image })))
      await call('images.removeCover', {})
      const rows = await server.app.database.run<{ id: string }>(
        sql`select id from images where user_id = ${user.id}`,
      )
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

/** Creates an image with so much detail that half of the file can't be decoded. */
function busyPhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: 90, height: 90, channels: 3, background: 'black', noise } })
}

async function asFile(picture: Sharp): Promise<File> {
  return new File([toBytes(await picture.jpeg().toBuffer())], 'photo.jpg')
}

/** Copies the bytes into the array type that `File` accepts. */
function toBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
