import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { declarationOf } from './declaration.ts'
import { permissionTemplate } from './init-template.ts'
import { parsePermissions, readPermissions } from './permission-file.ts'
import { temporaryFolder } from './test-machine.ts'

const folder = temporaryFolder()
const file = path.join(folder, 'tunnel.yaml')

function store(text: string, mode = 0o600): void {
  fs.rmSync(file, { force: true })
  fs.writeFileSync(file, text)
  fs.chmodSync(file, mode)
}

function actionsIn(text: string): string[] {
  const { actions } = declarationOf(parsePermissions(text, file))
  return actions.map(({ action, target, mode }) => `${action} ${target} ${mode}`)
}

describe('the permission file', () => {
  after(() => fs.rmSync(folder, { recursive: true }))

  it('allows nothing but the status until the owner writes more', () => {
    for (const text of ['', permissionTemplate, 'folders:\ncommands:\n'])
      assert.deepEqual(actionsIn(text), ['get_status null allow'])
    assert.deepEqual(parsePermissions('', file).requesters, { me: false, agents: false, people: [] })
  })

  it('accepts every example of the template', () => {
    fs.mkdirSync(path.join(folder, 'code/shop'), { recursive: true })
    fs.mkdirSync(path.join(folder, 'notes/shop'), { recursive: true })
    const sections = permissionTemplate.slice(permissionTemplate.indexOf('requesters:'))
    const text = sections.replaceAll(/^# (?=[a-z-]+:$| )/gm, '').replaceAll('~', folder)
    assert.deepEqual(actionsIn(text), [
      'get_status null allow',
      'list_files shop allow',
      'read_file shop allow',
      'write_file shop ask',
      'run_command build ask',
      'run_tests unit allow',
      'list_tools browser allow',
      'run_tool browser ask',
      'list_tools notes allow',
      'run_tool notes ask',
      'sync_workspace shop-work allow',
    ])
    const declared = JSON.stringify(declarationOf(parsePermissions(text, file)))
    assert.ok(!declared.includes(folder), 'a declaration has no absolute path')
  })

  it('asks for consent unless the owner writes another mode', () => {
    assert.deepEqual(actionsIn('commands: { build: { program: make } }')[1], 'run_command build ask')
    assert.deepEqual(actionsIn('folders: { shop: { path: /tmp } }'), ['get_status null allow'])
  })

  it('names file, line and fix in every error', () => {
    const cases: [text: string, line: number, message: RegExp][] = [
      ['requesters:\n  me: yes', 2, /requesters\.me must be true or false/],
      ['requesters:\n  agents: true', 2, /requesters\.agents is unknown\. Available: me, my-agents, people/],
      ['command:\n  a: {}', 1, /command is unknown\. Did you mean "commands"\?/],
      ['folders:\n  shop:\n    path: code/shop', 3, /must start with "\/" or "~\/"/],
      [`folders:\n  shop:\n    path: ${folder}/none`, 3, /must be an existing folder/],
      ['folders:\n  shop:\n    path: /tmp\n    read: always', 4, /must be allow, ask or reject/],
      ['folders:\n  My Shop:\n    path: /tmp', 2, /is not a valid name/],
      ['commands:\n  a:\n    arguments: [b]', 2, /needs a program/],
      ['commands:\n  a:\n    program: make\n    arguments: ["{x}"]', 4, /Add "x" under parameters/],
      ['commands:\n  a:\n    program: make\n    parameters:\n      x: {}', 5, /isn't used/],
      [
        'commands:\n  a:\n    program: make\n    arguments: ["--x={x}"]\n    parameters: { x: {} }',
        4,
        /must be fixed or exactly "\{x\}"/,
      ],
      [
        'commands:\n  a:\n    program: make\n    arguments: ["{x}"]\n    parameters: { x: { pattern: "(" } }',
        5,
        /must be a regular expression/,
      ],
      ['commands:\n  a:\n    program: make\n    timeout: 2d', 4, /between 1s and 24h/],
      [
        'commands:\n  a:\n    program: make\n    folder: shop',
        4,
        /must be a path or the name of a folder \(none yet\)/,
      ],
      ['commands:\n  a:\n    program: make\n    environment: { BATON_TOKEN: x }', 4, /reserved for Baton/],
      ['mcp-servers:\n  a:\n    url: file:///etc', 3, /must be a URL/],
      ['mcp-servers:\n  a:\n    url: http://localhost\n    program: npx', 4, /Remove it, or remove the url/],
      ['sync:\n  a:\n    mode: ask', 2, /needs a folder/],
      ['folders:\n  a: 1\n  a: 2', 3, /unique/],
      ['a: &x [1]\nfolders: *x', 1, /a is unknown/],
      ['folders: [', 1, /./],
    ]
    for (const [text, line, message] of cases)
      assert.throws(
        () => parsePermissions(text, file),
        (error: Error) => error.message.startsWith(`${file}, line ${line}: `) && message.test(error.message),
        text,
      )
  })

  it('is rejected while other users can change or replace it, with the command that repairs it', () => {
    for (const mode of [0o620, 0o602, 0o666]) {
      store('requesters: { me: true }', mode)
      assert.throws(() => readPermissions(file), /Other users can write .+ Run "chmod go-w /)
    }
    store('requesters: { me: true }')
    assert.equal(readPermissions(file).requesters.me, true)
    fs.chmodSync(folder, 0o777)
    assert.throws(() => readPermissions(file), /Other users can replace /)
    fs.chmodSync(folder, 0o700)
    fs.rmSync(file)
    assert.throws(() => readPermissions(file), /Create it with "baton tunnel init"/)
    fs.mkdirSync(file)
    assert.throws(() => readPermissions(file), /isn't a file/)
  })
})
