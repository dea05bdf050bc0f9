import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { processStart } from './process-start.ts'
import { TestMachine, orderOf, temporaryFolder } from './test-machine.ts'

const root = temporaryFolder()
const show = path.join(root, 'show.cjs')
const tree = path.join(root, 'tree.cjs')
const node = JSON.stringify(process.execPath)
const permissions = `
requesters: { me: true }
folders: { root: { path: ${root} } }
commands:
  show:
    folder: root
    program: ${node}
    arguments: [${show}, "{text}", "{count}"]
    parameters:
      text: { type: string }
      count: { type: integer, required: false }
    environment: { GREETING: hello }
    mode: allow
  separated:
    program: ${node}
    arguments: [${show}, --, "{text}"]
    parameters: { text: { type: string } }
    mode: allow
  options:
    program: ${node}
    arguments: [${show}, "{text}"]
    parameters: { text: { type: string, allowOptions: true } }
    mode: allow
  tree: { program: ${node}, arguments: [${tree}], mode: allow }
  stubborn: { program: ${node}, arguments: [${tree}, stubborn], mode: allow, timeout: 1s }
  leaves: { program: ${node}, arguments: [${tree}, leaves], mode: allow }
  floods: { program: ${node}, arguments: [-e, "for (let i = 0; i < 100000; i++) console.log('line', i)"], mode: allow }
  missing: { program: ${root}/none, mode: allow }
  rejected: { program: ${node}, mode: reject }
sync: { work: { folder: root, mode: allow } }
tests:
  failing: { program: ${node}, arguments: [-e, "console.error('1 failed'); process.exit(3)"], mode: allow }
`

let machine: TestMachine
before(() => {
  process.env.BATON_TOKEN = 'credential'
  process.env.LD_LIBRARY_PATH = '/tmp'
  fs.writeFileSync(
    show,
    `process.stdin.on('end', () => console.log(JSON.stringify({
       words: process.argv.slice(2), variables: process.env, folder: process.cwd() }))).resume()`,
  )
  // A program with a child of its own, which writes both process ids.
  fs.writeFileSync(
    tree,
    `const { spawn } = require('node:child_process')
     const [mode] = process.argv.slice(2)
     if (mode === 'stubborn') process.on('SIGTERM', () => {})
     if (mode === 'child') return void setInterval(() => {}, 1000)
     const child = spawn(process.execPath, [__filename, mode === 'stubborn' ? mode + '-child' : 'child'], { stdio: mode === 'leaves' ? 'inherit' : 'ignore' })
     console.log('pids', process.pid, child.pid, '.')
     if (mode === 'leaves') child.unref()
     else setInterval(() => {}, 1000)`.replace("if (mode === 'child')", "if (mode?.endsWith('child'))"),
  )
  machine = new TestMachine(path.join(root, 'state'), permissions)
})
after(async () => {
  await machine.close()
  delete process.env.BATON_TOKEN
  delete process.env.LD_LIBRARY_PATH
  fs.rmSync(root, { recursive: true })
})

async function shown(command: string, input: object) {
  const { state, output, reason } = await machine.perform('run_command', command, input)
  assert.equal(state, 'done', reason)
  return JSON.parse(output!) as { words: string[]; variables: Record<string, string>; folder: string }
}

function pidsIn(output: string): number[] {
  return /pids (\d+) (\d+)/.exec(output)!.slice(1).map(Number)
}

/** A killed process stays as a zombie until its parent reads its exit. */
function isRunning(pid: number): boolean {
  return processStart(pid) !== null && !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
}

describe('a command', () => {
  it('passes shell syntax on as plain text', async () => {
    const tricks = [
      '$(id)',
      '`id`',
      '; rm -rf /',
      '&& id',
      '| cat',
      '> /tmp/x',
      '$HOME',
      '*',
      "'",
      '"',
      'a b',
      '\n',
      '%PATH%',
      '',
    ]
    const results = await Promise.all(tricks.map((text) => shown('show', { text })))
    assert.deepEqual(
      results.map(({ words }) => words),
      tricks.map((text) => [text]),
    )
    assert.deepEqual((await shown('show', { text: 'a', count: 3 })).words, ['a', '3'])
  })

  it('rejects values that look like options, unless the owner allows them', async () => {
    for (const text of ['-x', '--require=/tmp/x.cjs', '-', '--']) {
      const { state, reason } = await machine.perform('run_command', 'show', { text })
      assert.deepEqual([state, reason], ['failed', '"text" must not begin with "-".'])
    }
    const negative = await machine.perform('run_command', 'show', { text: 'a', count: -1 })
    assert.equal(negative.reason, '"count" must not begin with "-".')
    assert.deepEqual((await shown('separated', { text: '-x' })).words, ['--', '-x'])
    assert.deepEqual((await shown('options', { text: '-x' })).words, ['-x'])
  })

  it('rejects inputs that are not declared', async () => {
    for (const input of [{}, { text: 1 }, { text: 'a', more: 1 }, { text: 'a\0b' }, { text: ['a'] }])
      assert.equal((await machine.perform('run_command', 'show', input)).state, 'failed')
    const { reason } = await machine.perform(
      'run_command',
      'show',
      JSON.parse('{"text":"a","__proto__":{}}') as object,
    )
    assert.equal(reason, '"__proto__" is not a field of this action.')
  })

  it('gets a minimal environment without credentials, and no input', async () => {
    const { variables, folder } = await shown('show', { text: 'a' })
    const known = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'GREETING']
    assert.deepEqual(
      Object.keys(variables).filter((name) => !known.includes(name)),
      [],
    )
    assert.deepEqual([variables.GREETING, folder], ['hello', root])
  })

  it('fails with its exit code and keeps its result and output', async () => {
    const { state, reason, result, output } = await machine.perform('run_tests', 'failing')
    assert.deepEqual(
      [state, reason, result, output],
      [
        'failed',
        'The command ended with exit code 3.',
        { exitCode: 3, signal: null, passed: false },
        '1 failed\n',
      ],
    )
    const missing = await machine.perform('run_command', 'missing')
    assert.deepEqual(
      [missing.state, missing.reason],
      ['failed', "The program of this command doesn't exist on the machine."],
    )
  })

  it('ends with all its processes when it is cancelled', async () => {
    const order = orderOf('run_command', 'tree')
    machine.runs.start(order)
    await machine.wrote(order.id, ' .')
    machine.runs.cancel(order.id, 'Ada cancelled it.')
    const { state, reason, output } = await machine.reached(order.id, 'cancelled')
    assert.deepEqual([state, reason], ['cancelled', 'Ada cancelled it.'])
    assert.deepEqual(pidsIn(output!).filter(isRunning), [])
  })

  it('is killed after its timeout if it ignores the request to end', async () => {
    const { state, reason, output, result } = await machine.perform('run_command', 'stubborn')
    assert.deepEqual([state, reason], ['failed', 'The run exceeded its timeout of 1 seconds.'])
    assert.deepEqual(result, { exitCode: null, signal: 'SIGKILL' })
    assert.deepEqual(pidsIn(output!).filter(isRunning), [])
  })

  it('leaves no process behind that could keep the run open', async () => {
    const { state, output } = await machine.perform('run_command', 'leaves')
    assert.equal(state, 'done')
    assert.deepEqual(pidsIn(output!).filter(isRunning), [])
  })

  it('is never slowed down by its output, of which the end is stored', async () => {
    const { state, output, outputBytes } = await machine.perform('run_command', 'floods')
    assert.equal(state, 'done')
    assert.ok(outputBytes! > 1_000_000 && Buffer.byteLength(output!) <= 64 * 1024)
    assert.match(output!, /line 99999\n$/)
  })

  it('syncs a folder with the program that runs here', async () => {
    const [, program] = process.argv
    process.argv[1] = show
    const { state, output, result } = await machine.perform('sync_workspace', 'work')
    process.argv[1] = program!
    assert.deepEqual([state, result], ['done', { exitCode: 0, signal: null }])
    const { words, folder, variables } = JSON.parse(output!) as Awaited<ReturnType<typeof shown>>
    assert.deepEqual([words, folder, variables.BATON_TOKEN], [['sync'], root, undefined])
  })

  it('rejects commands that the file rejects or does not name', async () => {
    for (const [action, target] of [
      ['run_command', 'rejected'],
      ['run_command', 'other'],
      ['run_tests', 'show'],
      ['eval', null],
      ['run_command', '__proto__'],
    ] as const)
      assert.equal((await machine.perform(action, target)).state, 'refused', `${action} ${target}`)
  })
})
