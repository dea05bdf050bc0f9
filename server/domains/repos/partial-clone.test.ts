import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { it } from 'node:test'
import { bareEnvironment, runGit } from '../../platform/git.ts'
import { CloneTooLarge, withPartialClone } from './partial-clone.ts'

it('stops a download that exceeds the limit of a clone, and removes what it stored', async () => {
  let folder = ''
  const endless = withPartialClone(
    {
      url: 'https://example.com/endless',
      run(args, more) {
        folder = path.join(args.at(-1)!, 'objects', 'pack')
        const grow = `mkdir -p ${folder}; i=0; while :; do head -c 9999 /dev/zero > ${folder}/$((i += 1)); done`
        return runGit(['-c', `alias.grow=!${grow}`, 'grow'], {
          env: bareEnvironment(),
          signal: more!.signal!,
        })
      },
    },
    'all branches',
    () => assert.fail('The clone is too large to be used.'),
    100_000,
  )
  await assert.rejects(endless, CloneTooLarge)
  assert.ok(folder && !fs.existsSync(path.dirname(folder)))
})
