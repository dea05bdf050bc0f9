import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, join } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`teams, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
    })
    after(() => server.stop())

    describe('creation', () => {
      it('makes the creator the lead and finds the team by slug and id', async () => {
        const team = await grace.call('teams.create', { name: 'Café & Friends', description: 'Bakers' })
        assert.deepEqual([team.slug, team.role, team.may.manage], ['cafe-friends', 'lead', true])
        for (const ref of [team.slug, team.id]) {
          const found = await grace.call('teams.get', { team: ref })
          assert.deepEqual([found.id, found.memberCount, found.projectCount], [team.id, 1, 0])
        }
        const seen = await ada.call('teams.get', { team: team.slug })
        assert.deepEqual([seen.role, seen.may.manage], [null, true], 'an owner manages every team')
      })

      it('creates a slug that is unique on the instance', async () => {
        const elsewhere = await server.register('Elsewhere')
        const slugs = []
        for (let number = 0; number < 7; number++)
          slugs.push((await elsewhere.call('teams.create', { name: 'Clockmakers' })).slug)
        assert.deepEqual(
          slugs.slice(0, 5),
          ['', '-2', '-3', '-4', '-5'].map((end) => `clockmakers${end}`),
        )
        assert.equal(new Set(slugs).size, 7)
        await assert.rejects(ada.call('teams.create', { name: 'Clockmakers', slug: 'clockmakers' }), {
          status: 409,
          code: 'already_taken',
        })
      })

      it('creates unique slugs for ten concurrent teams', async () => {
        const teams = await Promise.all(
          Array.from({ length: 10 }, () => ada.call('teams.create', { name: 'Twins' })),
        )
        assert.equal(new Set(teams.map(({ slug }) => slug)).size, 10)
      })
    })

    describe('the list', () => {
      it("lists the caller's teams, or all of the organization, by name, in pages", async () => {
        const owner = await server.register('Lister')
        const member = await addMember(server, owner, 'member')
        for (const name of ['beta', 'Alpha', 'Gamma']) await owner.call('teams.create', { name })
        await member.call('teams.create', { name: 'delta' })
        const own = await member.call('teams.list', {})
        assert.deepEqual(
          own.items.map(({ name }) => name),
          ['delta'],
        )
        const names = []
        let cursor: string | null | undefined
        do {
          const page = await member.call('teams.list', { mine: false, limit: 3, ...(cursor && { cursor }) })
          names.push(...page.items.map(({ name, role }) => `${name} ${role}`))
          cursor = page.nextCursor
        } while (cursor)
        assert.deepEqual(names, ['Alpha null', 'beta null', 'delta lead', 'Gamma null'])
      })

      it('counts the members and the visible projects of a team', async () => {
        const { id, slug } = await ada.call('teams.create', { name: 'Counted' })
        await ada.call('teamMembers.add', { team: slug, user: grace.user.username })
        const linus = await addMember(server, ada, 'member')
        for (const [name, visibility] of [
          ['Seen', 'organization'],
          ['Ours', 'team'],
          ['Mine', 'private'],
        ])
          await projectIn(id, `${name} counted`, visibility!)
        const countsFor = async ({ call }: Person) => {
          const { items } = await call('teams.list', { mine: false, limit: 200 })
          const found = items.find((team) => team.id === id)!
          const shown = await call('teams.get', { team: slug })
          assert.equal(shown.projectCount, found.projectCount)
          return [found.memberCount, found.projectCount]
        }
        assert.deepEqual(await countsFor(ada), [2, 3])
        assert.deepEqual(await countsFor(grace), [2, 2])
        assert.deepEqual(await countsFor(linus), [2, 1])
      })
    })

    describe('settings', () => {
      it('allows only leads and administrators to change settings', async () => {
        const { slug } = await grace.call('teams.create', { name: 'Settings' })
        const linus = await addMember(server, ada, 'member')
        await ada.call('teamMembers.add', { team: slug, user: linus.user.id })
        const change = { team: slug, description: 'Changed' }
        const denied = { status: 403, code: 'forbidden' }
        await assert.rejects(linus.call('teams.update', change), denied)
        await assert.rejects(linus.call('teams.updateCurrent', change), denied)
        await assert.rejects(linus.call('teams.delete', { team: slug }), denied)
        assert.equal((await linus.call('teams.get', { team: slug })).may.manage, false)
        assert.equal((await grace.call('teams.update', change)).description, 'Changed')
        assert.equal((await ada.call('teams.update', { team: slug, name: 'Renamed' })).name, 'Renamed')
      })

      it('rejects a change with a stale version and records each change', async () => {
        const team = await ada.call('teams.create', { name: 'Versioned' })
        await ada.call('teams.update', { team: team.id, slug: 'versioned-2' }, { ifMatch: team.version })
        await assert.rejects(
          ada.call('teams.update', { team: team.id, name: 'Late' }, { ifMatch: team.version }),
          { status: 412 },
        )
        const { items } = await ada.call('teams.listTeamActivity', { team: team.id, type: 'team.updated' })
        assert.deepEqual(items[0]!.data.changes, { slug: { from: team.slug, to: 'versioned-2' } })
      })

      it('rejects a slug that another team uses', async () => {
        await ada.call('teams.create', { name: 'First', slug: 'the-first' })
        const { id } = await ada.call('teams.create', { name: 'Second' })
        await assert.rejects(ada.call('teams.update', { team: id, slug: 'the-first' }), {
          status: 409,
          code: 'already_taken',
        })
      })
    })

    describe('image', () => {
      it('re-encodes the image, serves it publicly, and deletes it when replaced', async () => {
        const { slug } = await grace.call('teams.create', { name: 'Pictured' })
        const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
          .png()
          .toBuffer()
        const image = new File([new Uint8Array(bytes)], 'team.png')
        const first = await grace.call('teams.setTeamAvatar', { team: slug, image })
        const shown = await fetch(server.url + first.avatarUrl!)
        const { width, format } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
        assert.deepEqual([width, format], [512, 'webp'])
        const second = await grace.call('teams.setTeamAvatar', { team: slug, image })
        assert.equal((await fetch(server.url + first.avatarUrl!)).status, 404)
        assert.equal((await grace.call('teams.removeTeamAvatar', { team: slug })).avatarUrl, null)
        assert.equal((await fetch(server.url + second.avatarUrl!)).status, 404)
        const linus = await addMember(server, ada, 'member')
        await assert.rejects(linus.call('teams.setTeamAvatar', { team: slug, image }), { status: 403 })
      })

      it('deletes the image with the team', async () => {
        const { id, slug } = await grace.call('teams.create', { name: 'Pictured too' })
        const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
          .png()
          .toBuffer()
        const image = new File([new Uint8Array(bytes)], 'team.png')
        const { avatarUrl } = await grace.call('teams.setTeamAvatar', { team: slug, image })
        await grace.call('teams.delete', { team: slug })
        assert.equal((await fetch(server.url + avatarUrl!)).status, 404)
        assert.deepEqual(await server.app.database.run(sql`select 1 from images where team_id = ${id}`), [])
      })
    })

    describe('current team', () => {
      it('returns the first joined team until the user switches, and after they leave the other', async () => {
        const owner = await server.register('Switcher')
        const first = await owner.call('teams.create', { name: 'First of two' })
        const second = await owner.call('teams.create', { name: 'Second of two' })
        const current = async () => (await owner.call('teams.getCurrent', {})).slug
        assert.equal(await current(), first.slug)
        await owner.call('teams.switch', { team: second.slug })
        await owner.call('teams.switch', { team: second.slug })
        assert.equal(await current(), second.slug)
        const members = await owner.call('teams.listCurrentMembers', {})
        assert.deepEqual(
          members.items.map(({ user }) => user.id),
          [owner.user.id],
        )
        assert.equal((await owner.call('teams.updateCurrent', { name: 'Chosen' })).id, second.id)
        const other = await owner.call('teams.getCurrent', { team: first.id })
        assert.equal(other.id, first.id, 'the input can select another team')
        await owner.call('teamMembers.remove', { team: second.slug, member: 'me' })
        assert.equal(await current(), first.slug)
      })

      it('switches only for the caller and records a private event', async () => {
        const { id, slug } = await ada.call('teams.create', { name: 'Private choice' })
        await ada.call('teamMembers.add', { team: slug, user: grace.user.id })
        await ada.call('teams.switch', { team: slug })
        assert.notEqual((await grace.call('teams.getCurrent', {})).id, id)
        const choices = async ({ call }: Person) => {
          const { items } = await call('activity.listEvents', { limit: 500 })
          return items.filter(({ type, subject }) => type === 'team.switched' && subject.id === id).length
        }
        assert.deepEqual([await choices(ada), await choices(grace)], [1, 0])
      })

      it('keeps a current team per organization', async () => {
        const nomad = await server.register('Nomad')
        const home = await nomad.call('teams.create', { name: 'At home' })
        const away = await server.register('Away')
        const { slug } = await away.call('teams.create', { name: 'Away from home' })
        await join(server, nomad, away, 'member')
        const organization = nomad.organization.slug
        await assert.rejects(nomad.call('teams.getCurrent', {}), { status: 404, code: 'no_team' })
        assert.equal((await nomad.call('teams.getCurrent', {}, { organization })).id, home.id)
        await assert.rejects(nomad.call('teams.getCurrent', { team: home.slug }), { code: 'not_found' })
        await away.call('teamMembers.add', { team: slug, user: nomad.user.id })
        assert.equal((await nomad.call('teams.getCurrent', {})).slug, slug)
      })

      it('rejects a team that the caller is not in, and a caller without a team', async () => {
        const { slug } = await ada.call('teams.create', { name: 'Not yours' })
        const linus = await addMember(server, ada, 'member')
        await assert.rejects(linus.call('teams.switch', { team: slug }), { status: 403, code: 'not_in_team' })
        const none = { status: 404, code: 'no_team' }
        await assert.rejects(linus.call('teams.getCurrent', {}), none)
        await assert.rejects(linus.call('teams.listCurrentMembers', {}), none)
        await assert.rejects(linus.call('teams.updateCurrent', { name: 'x' }), none)
        await assert.rejects(linus.call('teams.removeTeamAvatar', {}), none)
      })
    })

    it('rejects guests', async () => {
      const guest = await addMember(server, ada, 'guest')
      const { slug } = await ada.call('teams.create', { name: 'Without guests' })
      const rejected = { status: 403, code: 'role_too_low' }
      await assert.rejects(guest.call('teams.list', { mine: false }), rejected)
      await assert.rejects(guest.call('teams.create', { name: 'x' }), rejected)
      await assert.rejects(guest.call('teams.get', { team: slug }), rejected)
      await assert.rejects(guest.call('teams.getCurrent', {}), rejected)
      await assert.rejects(guest.call('teamMembers.add', { team: slug, user: 'me' }), rejected)
    })

    it('separates sandbox teams from live teams, with the same members', async () => {
      const owner = await server.register('Tester')
      const member = await addMember(server, owner, 'member')
      const live = await owner.call('teams.create', { name: 'Live' })
      const key = await owner.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const test = server.client(key.value)
      const { slug } = await test('teams.create', { name: 'Trial' })
      await test('teamMembers.add', { team: slug, user: member.user.username })
      assert.equal((await test('teams.getCurrent', {})).memberCount, 2)
      await assert.rejects(test('teams.get', { team: live.slug }), { code: 'not_found' })
      await assert.rejects(owner.call('teams.get', { team: slug }), { code: 'not_found' })
      assert.deepEqual((await owner.call('teams.list', { mine: false })).items.length, 1)
      await test('teams.delete', { team: slug })
      assert.deepEqual((await test('teams.list', {})).items, [])
    })

    async function projectIn(team: string, name: string, visibility: string): Promise<void> {
      const { id } = await ada.call('projects.create', { name })
      await server.app.database.run(
        sql`update projects set team_id = ${team}, visibility = ${visibility} where id = ${id}`,
      )
    }
  })
}
