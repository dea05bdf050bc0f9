import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'

const tests = 2000
const file = `import { it } from 'node:test'
for (let number = 1; number <= ${tests}; number++) it('test ' + number + ' ' + 'x'.repeat(200), () => {})
it('the last test', () => console.error('The tests are done.'))
`

it('loses no report of a test process that ends before its output is read', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-output-'))
  t.after(() => fs.rmSync(folder, { recursive: true }))
  const program = path.join(folder, 'many.test.mjs')
  fs.writeFileSync(program, file)
  const preload = `--import=${new URL('./whole-output.ts', import.meta.url).href}`
  const child = spawn(process.execPath, ['--test-force-exit', '--test-reporter=tap', preload, program], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await once(child.stderr, 'data')
  const output = await text(child.stdout)
  assert.equal(output.match(/^ok /gm)?.length, tests + 1)
})
