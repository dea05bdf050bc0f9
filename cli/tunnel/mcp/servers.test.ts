import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import { until } from '../../../test/poll.ts'
import type { ServerPermission } from '../permissions.ts'
import { McpServers } from './servers.ts'

const sample: ServerPermission = {
  name: 'sample',
  description: '',
  mode: 'allow',
  transport: 'stdio',
  program: process.execPath,
  arguments: [path.resolve('test/partners/stdio-mcp-server.ts')],
  environment: { SAMPLE: 'yes' },
  folder: process.cwd(),
}

describe('the MCP servers of a machine', () => {
  let web: http.Server
  let url: string
  let servers: McpServers
  before(async () => {
    const handle = toNodeHandler(
      createMcpHandler(() => {
        const server = new McpServer({ name: 'web', version: '1' })
        server.registerTool('hello', { description: 'Greets.' }, () => ({
          content: [{ type: 'text', text: 'Hello' }],
        }))
        return server
      }),
    )
    web = http.createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(307, { Location: '/mcp' }).end()
      else void handle(request, response)
    })
    await once(web.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
    const webServer = { name: 'web', description: '', mode: 'allow', transport: 'http' } as const
    servers = new McpServers([
      sample,
      { ...sample, name: 'broken', program: '/no/such/program' },
      { ...webServer, url: `${url}/mcp` },
      { ...webServer, name: 'moved', url: `${url}/moved` },
      { ...sample, name: 'closed', mode: 'reject' },
    ])
  })
  after(async () => {
    await servers.close()
    web.close()
  })
  const signal = new AbortController().signal
  const options = { signal, onProgress() {} }
  const call = async (tool: string, given: Record<string, unknown> = {}) => {
    const { content } = await servers.callTool('sample', { tool, arguments: given }, options)
    return (content as { text: string }[])[0]!.text
  }

  it('lists and calls the tools of a process and of an HTTP server', async () => {
    const names = async (server: string) =>
      (await servers.listTools(server, signal)).tools.map(({ name }) => name)
    assert.ok((await names('sample')).includes('echo'))
    assert.deepEqual(await names('web'), ['hello'])
    const { content } = await servers.callTool('web', { tool: 'hello' }, options)
    assert.deepEqual(content, [{ type: 'text', text: 'Hello' }])
  })

  it('rejects redirects, programs that do not start, and servers that the owner rejects', async () => {
    await assert.rejects(servers.listTools('moved', signal), /did not accept the request/)
    await assert.rejects(servers.listTools('broken', signal), {
      message: 'The MCP server broken did not start on the machine.',
    })
    await assert.rejects(servers.listTools('closed', signal), /does not allow/)
    await assert.rejects(servers.listTools('other', signal), /no MCP server/)
  })

  it('starts processes with a minimal environment', async () => {
    const allowed = ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SAMPLE', 'SHELL', 'TERM', 'USER']
    const names = (await call('environment')).split(' ')
    assert.ok(names.includes('SAMPLE'))
    assert.deepEqual(
      names.filter((name) => !allowed.includes(name)),
      [],
    )
  })

  it('fails the call when the process ends, and starts a new process for the next one', async () => {
    const first = await call('echo', { text: 'x' })
    await assert.rejects(call('crash'), /The MCP server on the machine ended/)
    assert.notEqual(await call('echo', { text: 'x' }), first)
  })

  it('cancels a call on the server when its run is aborted', async () => {
    const ending = new AbortController()
    const cancelled = servers.callTool(
      'sample',
      { tool: 'wait' },
      { signal: ending.signal, onProgress: () => ending.abort(new Error('No longer needed.')) },
    )
    await assert.rejects(cancelled, /No longer needed/)
    assert.match(await call('echo', { text: 'still here' }), /still here/)
  })

  it('does not find a session of another requester', async () => {
    const session = await servers.open('sample', 'ada ')
    const named = (userId: string) =>
      servers.callTool(
        'sample',
        { tool: 'echo', session: session.id, requester: { userId, agent: null } },
        options,
      )
    await assert.rejects(named('bob'), /session has ended/)
    await assert.rejects(
      servers.callTool('sample', { tool: 'echo', session: session.id }, options),
      /session has ended/,
    )
    await session.close()
  })

  it('allows 16 sessions, and ends the oldest idle one of a requester who needs another', async () => {
    const web1 = await Promise.all(Array.from({ length: 15 }, () => servers.open('web', 'ada ')))
    const release = web1.map((session) => session.hold())
    await assert.rejects(servers.open('web', 'ada '), /already has 16 sessions/)
    release[3]!()
    await assert.rejects(servers.open('web', 'bob '), /already has 16 sessions/)
    await servers.open('web', 'ada ')
    assert.deepEqual(web1.map(({ isClosed }) => isClosed).indexOf(true), 3)
  })

  it('ends the processes of a server that the permission file changes', async () => {
    const pid = Number((await call('echo', { text: 'x' })).split(' ').at(-1))
    servers.setDeclared([{ ...sample, environment: { CHANGED: 'yes' } }])
    await until(() => !isRunning(pid))
    assert.match(await call('environment'), /CHANGED/)
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
