import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { screenshot } from '../test/given-issues.ts'
import { type Person, type TestServer, settled, startTestServer } from '../test/harness.ts'
import { commands } from './commands.ts'
import { routes } from './contract.ts'
import { exitCodes } from './failures.ts'
import { commandHelp } from './help.ts'
import { optionsOf } from './run-command.ts'
import { openShell } from './test-shell.ts'

describe('the command line', () => {
  const shell = openShell()
  const { home, printed, baton, batonAll, done, doneAll } = shell
  const configFile = path.join(home, '.config', 'baton', 'config.json')
  let server: TestServer
  let ada: Person

  function logIn(password = ada.password) {
    return baton(['login', '--url', `${server.url}/`, '--email', ada.email], { input: `${password}\n` })
  }

  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    assert.equal((await logIn()).code, 0)
  })
  after(async () => {
    await server.stop()
    shell.close()
  })

  it('stores the login in a private file and shows the account', async () => {
    assert.equal(fs.statSync(configFile).mode & 0o777, 0o600)
    const out = await done(['whoami'])
    assert.match(out, new RegExp(`server: ${server.url}\nuser: Ada \\(${ada.email}\\)\n`))
    const elsewhere = await done(['whoami', '--json'], {
      XDG_CONFIG_HOME: home,
      BATON_URL: server.url,
      BATON_TOKEN: ada.token,
    })
    assert.equal(JSON.parse(elsewhere).user.email, ada.email)
  })

  it('runs a project from its first task to the last', async () => {
    const words = ['tasks', 'create', '--project', 'web-shop', '--title']
    await doneAll([
      ['projects', 'create', '--name', 'Web shop', '--key', 'WEB'],
      [...words, 'Choose a provider', '--labels', 'checkout,payments', '--priority=high'],
      [...words, 'Write terms', '--due-at', '2026-12-24', '--estimate', '2.5', '--assignee', 'me'],
    ])
    await done([...words, 'Say 你好 \u001b[31m', '--description', '-'], {
      input: 'First line\n\nthird line\n',
    })

    const list = await done(['tasks', 'list', '--project', 'web-shop', '--sort', 'createdAt'])
    assert.equal(
      list,
      `KEY    TITLE              STATUS  PRIORITY  ASSIGNEE  DUE AT            TYPE  LABELS
WEB-1  Choose a provider  todo    high                                  task  checkout, payments
WEB-2  Write terms        todo    none      Ada       2026-12-24 00:00  task
WEB-3  Say 你好 [31m      todo    none                                  task
`,
    )
    const narrow = await done(['tasks', 'list', '--sort', 'createdAt'], { COLUMNS: '40' })
    assert.match(narrow, /^WEB-1 {2}Choose a provider {2}todo$/m)

    const [, shown, listed, got] = await doneAll([
      ['tasks', 'update', 'WEB-2', '--estimate', 'null', '--status', 'blocked', '--if-match', '1'],
      ['tasks', 'complete', 'WEB-1', '--notes', 'Provider A.'],
      ['tasks', 'list', '--status', 'todo,blocked', '--json'],
      ['tasks', 'get', '--task', 'WEB-3'],
      ['tasks', 'delete', 'WEB-3'],
      ['trash', 'restore', 'task', 'WEB-3'],
    ])
    assert.match(shown!, /^status: complete\n/m)
    assert.match(shown!, /^completion notes: Provider A\.\n/m)
    const open = JSON.parse(listed!)
    const keys = open.items.map((item: { key: string; estimate: null }) => [item.key, item.estimate].join())
    assert.deepEqual(keys, ['WEB-3,', 'WEB-2,'])
    assert.equal(open.items[0].description, 'First line\n\nthird line')
    assert.equal(open.items[1].dueAt, '2026-12-24T00:00:00.000Z')
    assert.match(got!, /description:\n {2}First line\n\n {2}third line\n/)
  })

  it('reads a long list page by page, or completely with --all', async () => {
    await ada.call('projects.create', { name: 'Pages' })
    for (let number = 1; number <= 5; number++) {
      await ada.call('tasks.create', { project: 'pages', title: `Page ${number}` })
    }
    const words = ['tasks', 'list', '--project', 'pages', '--limit', '2']
    await settled(server.app.database)
    const [page, all, json, feed, archived] = await batonAll([
      words,
      [...words, '--all'],
      [...words, '--all', '--json'],
      ['activity', 'list-events', '--all', '--limit', '3'],
      ['projects', 'list', '--archived', 'true'],
    ])
    assert.equal(page!.out.trim().split('\n').length, 3)
    assert.match(page!.err, /--all/)
    assert.equal(all!.out.trim().split('\n').length, 6)
    assert.equal(JSON.parse(json!.out).items.length, 5)
    // --all stops at the newest event of a feed.
    assert.match(feed!.out, /Ada +task\.created +PAG-5 +Page 5/)
    assert.deepEqual(archived, { code: 0, out: 'None.\n', err: '' })
  })

  it('selects fields and values, and rejects unknown ones before the request', async () => {
    const { key } = await ada.call('projects.create', { name: 'Selected', key: 'SEL' })
    await ada.call('tasks.create', { project: key, title: 'First', assignee: 'me' })
    await ada.call('tasks.create', { project: key, title: 'Second' })
    const words = ['tasks', 'list', '--project', 'sel', '--sort', 'createdAt']
    const [rows, json, titles, email] = await doneAll([
      [...words, '--fields', 'key,assignee.name,version'],
      [...words, '--json', '--fields', 'key,assignee.name'],
      [...words, '--jq', '.items[].title'],
      ['whoami', '--jq', '.user.email'],
    ])
    assert.equal(rows, 'KEY    NAME  VERSION\nSEL-1  Ada   1\nSEL-2        1\n')
    assert.deepEqual(JSON.parse(json!), {
      items: [
        { key: 'SEL-1', assignee: { name: 'Ada' } },
        { key: 'SEL-2', assignee: null },
      ],
      nextCursor: null,
    })
    assert.deepEqual([titles, email], ['First\nSecond\n', `${ada.email}\n`])

    const title = ['tasks', 'create', '--project', 'sel', '--title', 'Never']
    const [field, path] = await batonAll([
      [...title, '--fields', 'kee'],
      [...title, '--jq', '.titel'],
    ])
    assert.deepEqual([field!.code, /no field "kee"\. Did you mean "key"\?/.test(field!.err)], [2, true])
    assert.equal(path!.code, 2)
    assert.equal((await ada.call('tasks.list', { project: 'sel' })).items.length, 2)
  })

  it('reports a problem with its platform and a screenshot', async () => {
    const file = path.join(os.tmpdir(), `screen-${process.pid}.png`)
    fs.writeFileSync(file, new Uint8Array(await (await screenshot()).arrayBuffer()))
    const words = ['report', '--title', 'It fails', '--description', '-', '--screenshot', file]
    const reported = JSON.parse(await done([...words, '--json'], { input: 'At the start.' }))
    fs.rmSync(file)
    const issue = await ada.call('issues.get', { issue: String(reported.number) })
    assert.deepEqual(
      [issue.title, issue.description, issue.hasScreenshot],
      ['It fails', 'At the start.', true],
    )
    assert.match(`${issue.browser} ${issue.appVersion}`, /^baton CLI on \w+ .*Node \d.* \d+\.\d+\.\d+/)
    const [missing, list] = await batonAll([
      ['report', '--title', 'x', '--screenshot', '/missing.png'],
      ['issues', 'list'],
    ])
    assert.equal(missing!.code, 2)
    assert.equal((await ada.call('issues.list', {})).items.length, 1)
    assert.match(list!.out, /It fails/)
  })

  it('prints the URL of the page with --web', async () => {
    const { key } = await ada.call('projects.create', { name: 'Shown', key: 'SHO' })
    const pages = await doneAll([
      ['tasks', 'create', '--project', key, '--title', 'Look', '--web'],
      ['tasks', 'list', '--project', 'shown', '--web'],
      ['search', 'find', '--q', 'a b', '--web'],
    ])
    assert.deepEqual(
      pages,
      ['items/SHO-1', 'projects/shown', 'search?q=a%20b'].map((page) => `${server.url}/${page}\n`),
    )
  })

  it('suggests the nearest command, field or value with exit code 2', async () => {
    const wrong: [string[], RegExp][] = [
      [['task', 'list'], /no command "task"\. Did you mean "tasks"\?/],
      [['tasks', 'craete'], /no command "tasks craete"\. Did you mean "create"\?\nSee "baton tasks --help"/],
      [['tasks', 'list', '--projct', 'x'], /no --projct\. Did you mean "--project"\?/],
      [['tasks', 'list', '--status', 'tood'], /--status can't be "tood"\. Did you mean "todo"\?/],
      [['tasks', 'list', '--limit', 'few'], /--limit must be a number/],
      [['tasks', 'create', '--title', '--json'], /--title needs a value/],
      [['tasks', 'create'], /needs --project and --title\.\nSee "baton tasks create --help"/],
      [['tasks', 'complete'], /needs <task>/],
      [['tasks', 'complete', 'WEB-1', 'WEB-2'], /"WEB-2" is one argument too many/],
      [['tasks', 'update', 'WEB-1', '--due-at', 'tomorrow'], /must be a time like 2026-12-24/],
      [['projects', 'create', '--name', 'A', '--settings', '{'], /--settings must be JSON/],
      [['whoami', '--loud'], /'--loud'/],
    ]
    const results = await batonAll(wrong.map(([words]) => words))
    for (const [at, [words, sentence]] of wrong.entries()) {
      const { code, out, err } = results[at]!
      assert.deepEqual([code, out], [2, ''], words.join(' '))
      assert.match(err, sentence)
    }
  })

  it("prints the server's rejections with exit code 1", async () => {
    const [missing, empty] = await batonAll([
      ['tasks', 'get', 'WEB-999'],
      ['projects', 'create', '--name', ''],
    ])
    assert.deepEqual([missing!.code, missing!.out], [1, ''])
    assert.match(missing!.err, /The task "WEB-999" doesn't exist/)
    assert.equal(empty!.code, 1)
    assert.match(empty!.err, /not valid.*\n {2}name: /)
    const wrong = await logIn('not the password')
    assert.deepEqual([wrong.code, wrong.err], [4, 'The email address or password is wrong.\n'])
    const anonymous = await baton(['projects', 'list'], {
      BATON_URL: server.url,
      XDG_CONFIG_HOME: `${home}/none`,
    })
    assert.equal(anonymous.code, 4)
    assert.match(anonymous.err, /not signed in.*"baton login"/)
  })

  it('reports an unreachable server with exit code 3 and sends its login to no other server', async () => {
    const { code, err } = await baton(['tasks', 'list'], { BATON_URL: 'http://127.0.0.1:1' })
    assert.equal(code, 3)
    assert.match(err, /^Can't reach Baton at http:\/\/127\.0\.0\.1:1\./)
    const byAnotherName = server.url.replace('127.0.0.1', 'localhost')
    assert.equal((await baton(['whoami'], { BATON_URL: byAnotherName })).code, 4)
    const page = await baton(['accounts', 'get-me'], { BATON_URL: `${server.url}/api/reference?` })
    assert.deepEqual([page.code, /isn't Baton/.test(page.err)], [3, true])
  })

  it('removes a login from this machine when the server is unreachable, and says that it stays valid', async () => {
    const file = `${home}/away/baton/config.json`
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify({ url: 'http://127.0.0.1:1', token: 'a login' }))
    const { code, err } = await baton(['logout'], { XDG_CONFIG_HOME: `${home}/away` })
    assert.equal(code, 3)
    assert.match(err, /^Can't reach Baton at .*This machine is signed out, but the login stays valid/)
    assert.equal(JSON.parse(fs.readFileSync(file, 'utf8')).token, null)
  })

  it('accepts an API key from the environment', async () => {
    const { value } = await ada.call('credentials.createApiKey', { name: 'CI', scopes: ['read'] })
    const environment = { XDG_CONFIG_HOME: `${home}/none`, BATON_URL: server.url, BATON_TOKEN: value }
    const [account, rejected] = await batonAll(
      [['whoami'], ['projects', 'create', '--name', 'No']],
      environment,
    )
    assert.match(account!.out, /kind: api_key/)
    assert.deepEqual([rejected!.code, /scope "write"/.test(rejected!.err)], [1, true])
    assert.ok(!printed.join('').includes(value))
  })

  it('creates an account and stays signed in', async () => {
    const environment = { XDG_CONFIG_HOME: `${home}/new`, BATON_URL: server.url }
    const words = ['accounts', 'register', '--name', 'Bob', '--email', 'bob@example.com', '--json']
    const out = await done(words, { ...environment, input: 'the password of Bob' })
    assert.equal('token' in JSON.parse(out), false)
    assert.match(await done(['whoami'], environment), /user: Bob/)
  })

  it('has a command with help for every operation', () => {
    assert.deepEqual(commands.map(({ id }) => id).toSorted(), Object.keys(routes).toSorted())
    for (const command of commands) {
      const help = commandHelp(command)
      assert.ok(help.startsWith(`baton ${command.domain} ${command.action}`))
      assert.ok(help.includes(command.summary))
      const flags = command.fields.map(({ flag }) => flag)
      const own = [...Object.keys(optionsOf(command)), 'help']
      assert.equal(new Set([...flags, ...own]).size, flags.length + own.length, command.id)
      for (const { flag, description } of command.fields)
        assert.ok(help.includes(flag) && description, command.id)
    }
  })

  it('prints help and version', async () => {
    const [help, domain, before, after, login, version] = await doneAll([
      [],
      ['tasks', '--help'],
      ['help', 'tasks', 'complete'],
      ['tasks', 'complete', '-h'],
      ['login', '--help'],
      ['--version'],
    ])
    for (const code of Object.values(exitCodes)) assert.match(help!, new RegExp(`^ {2}${code} `, 'm'))
    assert.match(domain!, /complete +Mark a task complete/)
    assert.equal(before, after)
    assert.match(login!, /password/)
    assert.match(version!, /^baton \d+\.\d+\.\d+\n$/)
  })

  it('revokes the login on the server, and never prints it', async () => {
    const { token } = JSON.parse(fs.readFileSync(configFile, 'utf8'))
    assert.deepEqual(JSON.parse(await done(['logout', '--json'])), { server: server.url, signedOut: true })
    const again = await baton(['whoami'], { BATON_TOKEN: token })
    assert.deepEqual([again.code, /no longer valid/.test(again.err)], [4, true])
    assert.equal(JSON.parse(fs.readFileSync(configFile, 'utf8')).token, null)
    assert.equal(await done(['logout']), 'You are not signed in.\n')
    const everything = printed.join('')
    for (const secret of [token, ada.token, ada.password]) assert.ok(!everything.includes(secret))
  })
})
