import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type Forge, type ForgeRepo, startForge } from '../../../test/partners/forge.ts'

for (const engine of oneEngine) {
  describe(`hostile repositories, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    before(async () => {
      forge = await startForge()
      server = await startOwnServer(engine, { REPO_HOSTS: forge.host })
      ada = await server.register('Ada')
      forge.addUser('ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    /** Writes a commit with these lines of git fast-import. Mark 1 is a small blob. */
    function importFiles({ folder }: ForgeRepo, files: string[], message = 'Import', branch = 'main'): void {
      const input = [
        'blob\nmark :1\ndata 4\ntext',
        `commit refs/heads/${branch}`,
        'committer Mallory <m@example.com> 1700000000 +0000',
        `data ${Buffer.byteLength(message)}`,
        message,
        ...files,
        '',
      ]
      execFileSync('git', [`--git-dir=${folder}`, 'fast-import', '--quiet', '--force'], {
        input: input.join('\n'),
      })
    }

    async function syncOf(at: ForgeRepo) {
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: at.url })
      return ada.call('repos.sync', { repo })
    }

    it('reads 100,000 files, deep paths, symbolic links, submodules and LFS pointers without following them', async () => {
      const at = forge.addRepo('ada/large')
      const files = Array.from({ length: 100_000 }, (_, index) => `M 100644 :1 d${index % 100}/f${index}.ts`)
      const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n'
      importFiles(at, [
        ...files,
        `M 100644 :1 ${Array.from({ length: 400 }, () => 'deep').join('/')}/end.ts`,
        'M 120000 inline README.md',
        'data 11\n/etc/passwd',
        `M 160000 ${'1'.repeat(40)} vendor/module`,
        'M 100644 inline package.json',
        `data ${pointer.length}\n${pointer}`,
      ])
      const repo = await syncOf(at)
      assert.deepEqual([repo.status, repo.failure], ['ready', null])
      // The submodule isn't a file.
      assert.equal(repo.contents!.files, 100_003)
      assert.ok(!JSON.stringify(repo).includes('root:'))
      assert.deepEqual(repo.contents!.commands, [])
    })

    it('leaves a large file unread', async () => {
      const at = forge.addRepo('ada/blob')
      const size = 8 * 1024 * 1024
      importFiles(at, ['M 100644 inline README.md', `data ${size}\n${'x'.repeat(size)}`, 'M 100644 :1 a.ts'])
      const repo = await syncOf(at)
      assert.deepEqual([repo.status, repo.contents!.readme], ['ready', null])
    })

    it('treats branches and texts that look like options, scripts or items as text', async () => {
      const at = forge.addRepo('ada/names')
      const git = (...args: string[]) => execFileSync('git', [`--git-dir=${at.folder}`, ...args])
      const names = [
        '--upload-pack=touch${IFS}pwned',
        '-x',
        "';drop'table'repos;--",
        'x'.repeat(200),
        '$(id)',
      ]
      for (const name of names) git('update-ref', `refs/heads/${name}`, at.head()!)
      git('symbolic-ref', 'HEAD', `refs/heads/${names[0]}`)
      const message = `WEB-1 WEB-0 WEB-99999999999 ${'WEB-7 '.repeat(5000)}\u001f\u001b[31m`
      importFiles(at, ['M 100644 :1 a'], message, names[0])
      const repo = await syncOf(at)
      assert.equal(repo.status, 'ready')
      assert.equal(repo.defaultBranch, names[0])
      for (const name of names) assert.ok(repo.branches.some((branch) => branch.name === name))
    })
  })
}
