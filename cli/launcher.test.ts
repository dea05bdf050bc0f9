import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-launcher-'))
const launcher = new URL('baton.js', import.meta.url).pathname

/** Runs a launcher with the current Node. `as` makes Node report another version. */
function run(file: string, words: string[], as?: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${as}' } })`
  const flags = as === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, file, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder },
  })
  return { code: status, out: stdout, err: stderr }
}

describe('the launcher', () => {
  after(() => fs.rmSync(folder, { recursive: true }))

  it('runs the program in the current Node, or in the bundled one if the current is too old', () => {
    for (const version of [undefined, '20.9.0']) {
      assert.match(run(launcher, ['--version'], version).out, /^baton \d+\.\d+\.\d+\n$/)
      const wrong = run(launcher, ['tasks', 'lst'], version)
      assert.deepEqual([wrong.code, wrong.out], [2, ''])
    }
  })

  it('names the required Node if there is no bundled one', () => {
    const alone = path.join(folder, 'alone')
    for (const file of [
      'cli/baton.js',
      'cli/package.json',
      'runtime/launch.js',
      'runtime/watch-launchers.js',
      'runtime/package.json',
    ])
      fs.cpSync(new URL(`../${file}`, import.meta.url), path.join(alone, file))
    const { code, out, err } = run(path.join(alone, 'cli/baton.js'), ['--version'], '20.9.0')
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^Baton needs Node 24\.7 or newer, and this is Node 20\.9\.0\..+\n$/)
  })
})
