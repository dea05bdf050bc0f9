import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { type Person, type TestServer, startOwnServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

describe('sponsors', () => {
  let server: TestServer
  let admin: Person
  before(async () => {
    server = await startOwnServer()
    admin = await server.register('Admin')
  })
  after(() => server.stop())

  const acme = { name: 'Acme', link: 'https://acme.example', tier: 'silver' as const }
  const shown = async () => (await server.anonymous('sponsors.listCurrent', {})).items.map(({ name }) => name)

  it('shows only current sponsors to the public, the highest tier first', async () => {
    await admin.call('sponsors.create', { ...acme, from: day(-2), until: day(2) })
    await admin.call('sponsors.create', { ...acme, name: 'Best', tier: 'platinum', from: day(-2) })
    await admin.call('sponsors.create', { ...acme, name: 'Past', from: day(-9), until: day(-2) })
    await admin.call('sponsors.create', { ...acme, name: 'Future', from: day(2) })
    assert.deepEqual(await shown(), ['Best', 'Acme'])
    const { items } = await admin.call('sponsors.list', {})
    assert.deepEqual(
      items.map(({ name, current }) => [name, current]),
      [
        ['Best', true],
        ['Acme', true],
        ['Future', false],
        ['Past', false],
      ],
    )
  })

  it('changes and deletes a sponsor, and records it', async () => {
    const { id, version } = await admin.call('sponsors.create', { ...acme, name: 'Bolt', from: day(-1) })
    const changed = await admin.call(
      'sponsors.update',
      { sponsor: id, ...acme, name: 'Bolt', from: day(-1), until: day(-1) },
      { ifMatch: version },
    )
    assert.deepEqual([changed.until, changed.current, changed.version], [day(-1), false, version + 1])
    const late = { sponsor: id, ...acme, from: day(0), until: day(-1) }
    await assert.rejects(admin.call('sponsors.update', late), { code: 'invalid_input' })
    await assert.rejects(admin.call('sponsors.update', { ...late, until: null }, { ifMatch: version }), {
      status: 412,
    })
    const bad = { ...acme, link: 'javascript:alert(1)', from: day(0) }
    await assert.rejects(admin.call('sponsors.create', bad), { code: 'invalid_input' })
    await admin.call('sponsors.delete', { sponsor: id })
    const rows = await server.app.database.run<{ type: string }>(
      sql`select type from journal where subject_id = ${id} order by seq`,
    )
    assert.deepEqual(
      rows.map(({ type }) => type),
      ['sponsor.created', 'sponsor.updated', 'sponsor.deleted'],
    )
  })

  it('serves the re-encoded logo with its own proportions', async () => {
    const { id } = await admin.call('sponsors.create', { ...acme, name: 'Logo', from: day(0) })
    const png = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#f00' } })
      .png()
      .toBuffer()
    const { logo } = await admin.call('sponsors.setLogo', { sponsor: id, image: new File([png], 'logo.png') })
    const response = await fetch(server.url + logo!)
    assert.equal(response.headers.get('Content-Type'), 'image/webp')
    const { width, height } = await sharp(await response.arrayBuffer()).metadata()
    assert.deepEqual([width, height], [300, 100])
    const svg = new File(['<svg onload="alert(1)"/>'], 'logo.svg')
    await assert.rejects(admin.call('sponsors.setLogo', { sponsor: id, image: svg }), {
      code: 'not_a_picture',
    })
    const missing = server.anonymous('sponsors.getLogo', { logo: id })
    await assert.rejects(missing, { code: 'not_found' })
  })

  it('rejects members', async () => {
    const member = await server.register('Member')
    await assert.rejects(member.call('sponsors.list', {}), { code: 'administrators_only' })
    await assert.rejects(member.call('sponsors.create', { ...acme, from: day(0) }), {
      code: 'administrators_only',
    })
  })
})
