import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

const head = '---\nname: packed\ndescription: What it is for.\n---\n\n'
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
const asFile = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], 'skill.zip')

for (const engine of oneEngine) {
  describe(`skills as folders, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
    })
    after(() => server.stop())

    const importZip = (bytes: Uint8Array, more: object = {}, person = ada) =>
      person.call('skills.import', { archive: asFile(bytes), ...more })
    const rejectsZip = async (bytes: Uint8Array, reason: RegExp) =>
      assert.rejects(importZip(bytes), { code: 'not_a_skill', status: 422, message: reason })

    it('exports a skill as a folder that imports as the same skill', async () => {
      const created = await ada.call('skills.create', {
        name: 'Größe: "prüfen" & mehr',
        slug: 'check',
        description: 'Says: yes # no\nand more.',
        content: '\n# Check\n\n---\nname: not a head\n---\n',
        tags: ['a, b', 'c'],
        files: [
          { path: 'scripts/check.sh', content: '#!/bin/sh\necho "ü"\n' },
          { path: 'empty.txt', content: '' },
        ],
      })
      const response = await fetch(`${server.url}/api/skills/check/export`, {
        headers: { Authorization: `Bearer ${ada.token}` },
      })
      assert.deepEqual(
        [response.status, response.headers.get('content-type'), response.headers.get('content-disposition')],
        [200, 'application/zip', 'attachment; filename="check.zip"'],
      )
      const bytes = new Uint8Array(await response.arrayBuffer())
      const folder = unzipSync(bytes)
      assert.deepEqual(Object.keys(folder), ['check/SKILL.md', 'check/scripts/check.sh', 'check/empty.txt'])
      assert.match(strFromU8(folder['check/SKILL.md']!), /^---\nname: check\ntitle: /)

      const options = { slug: 'check-again' }
      const again = await importZip(bytes, options, grace)
      const same = ({ name, description, content, tags, files, frontMatter }: typeof created) => ({
        name,
        description,
        content,
        tags,
        files,
        frontMatter,
      })
      assert.deepEqual(same(again), same(created))
      assert.deepEqual([again.slug, again.scope, again.owner!.id], ['check-again', 'personal', grace.user.id])
      const exported = await grace.call('skills.export', { skill: 'check-again' })
      const files = unzipSync(exported.bytes)
      assert.equal(strFromU8(files['check-again/scripts/check.sh']!), created.files[0]!.content)
    })

    it('keeps unknown front matter on import and export', async () => {
      const text = '---\nname: licensed\nlicense: Apache-2.0\nallowed-tools: [Read, Bash]\n---\nText\n'
      const created = await importZip(zip({ 'SKILL.md': text, '__MACOSX/SKILL.md': 'x', '.DS_Store': 'y' }))
      assert.deepEqual(created.frontMatter, { license: 'Apache-2.0', 'allowed-tools': ['Read', 'Bash'] })
      assert.deepEqual([created.name, created.content, created.files], ['licensed', 'Text\n', []])
      const { bytes } = await ada.call('skills.export', { skill: 'licensed' })
      const written = strFromU8(unzipSync(bytes)['licensed/SKILL.md']!)
      assert.match(written, /license: "Apache-2.0"|license: Apache-2.0/)
    })

    it('rejects an import with a taken slug, or adds a revision with "replace"', async () => {
      const first = await importZip(zip({ 'x/SKILL.md': `${head}One\n` }))
      const taken = importZip(zip({ 'x/SKILL.md': `${head}Two\n` }))
      await assert.rejects(taken, { code: 'slug_taken', status: 409 })
      const next = await importZip(zip({ 'x/SKILL.md': `${head}Two\n` }), { replace: true, reason: 'Newer.' })
      assert.deepEqual([next.id, next.revision, next.content], [first.id, 2, 'Two\n'])
      const other = await importZip(zip({ 'x/SKILL.md': `${head}Three\n` }), { replace: true }, grace)
      assert.deepEqual([other.slug, other.revision], [`${first.slug}-2`, 1], 'hidden skills stay hidden')
    })

    it('imports a skill from plain files without a zip', async () => {
      const created = await ada.call('skills.importFolder', {
        files: [
          { path: 'sent/SKILL.md', content: '---\nname: sent\n---\n\nText' },
          { path: 'sent/more/a.md', content: 'A' },
        ],
      })
      assert.deepEqual(created.files, [{ path: 'more/a.md', content: 'A' }])
    })

    it('rejects an unreadable skill with the reason', async () => {
      await rejectsZip(strToU8('no zip at all, however long it may be'), /damaged or not a zip/)
      await rejectsZip(zip({ 'README.md': 'x' }), /it has no SKILL.md/)
      await rejectsZip(zip({ 'a/SKILL.md': head, 'b/SKILL.md': head }), /several skills/)
      await rejectsZip(zip({ 'a/SKILL.md': head, 'b/c.md': 'x' }), /is outside the folder/)
      await rejectsZip(zip({ 'SKILL.md': '---\ndescription: x\n---\n' }), /has no name/)
      await rejectsZip(
        zip({ 'SKILL.md': '---\nname: x\nmeta:\n  a: b\n---\n' }),
        /SKILL.md: Line 3: Nested and tagged values/,
      )
      await rejectsZip(
        zipSync({ 'SKILL.md': strToU8(head), 'a.png': new Uint8Array([0x89, 0xff]) }),
        /is not UTF-8 text/,
      )
    })

    it('rejects paths outside the folder, links, and archives that unpack to too much', async () => {
      for (const path of ['../up.md', '/etc/up.md', 'a/../../up.md', 'a\\..\\up.md'])
        await rejectsZip(zip({ 'SKILL.md': head, [path]: 'x' }), /"/)
      const link = { os: 3, attrs: (0o120777 << 16) >>> 0 }
      await rejectsZip(
        zipSync({ 'SKILL.md': strToU8(head), link: [strToU8('/etc/passwd'), link] }),
        /is a symbolic link/,
      )
      await rejectsZip(
        zip({ 'SKILL.md': head, 'bomb.txt': 'x'.repeat(4 * 1024 * 1024) }),
        /Unpacked, it is larger than/,
      )
      const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${index}.md`, 'x']))
      await rejectsZip(zip({ 'SKILL.md': head, ...many }), /more than 150 files/)
      const some = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}.md`, 'x']))
      await rejectsZip(zip({ 'SKILL.md': head, ...some }), /more than 50 files/)

      // Declares a small size in both headers, but is larger.
      const liar = zip({ 'SKILL.md': head, 'bomb.txt': 'x'.repeat(500_000) })
      const view = new DataView(liar.buffer, liar.byteOffset, liar.byteLength)
      for (let at = 0; at < liar.length - 4; at++) {
        const offset = { [0x04034b50]: 22, [0x02014b50]: 24 }[view.getUint32(at, true)]
        if (offset && view.getUint32(at + offset, true) === 500_000) view.setUint32(at + offset, 10, true)
      }
      await rejectsZip(liar, /"bomb.txt" is damaged, or larger than the zip declares/)
      const broken = zip({ 'SKILL.md': `${head}${'text '.repeat(50)}` })
      broken[60]! ^= 0xff
      await assert.rejects(importZip(broken), { status: 422 })
    })
  })
}
