import { type Transport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { ServerPermission } from '../permissions.ts'

/** The largest message of a process. It ends with a larger one. */
const maxMessageBytes = 4 * 1024 * 1024

/** Returns a new connection to a server: its own process, or its own HTTP session. */
export function transportTo(server: ServerPermission): Transport {
  if (server.transport === 'http') return httpTransport(server.url)
  const { program, arguments: given, environment, folder } = server
  return new StdioClientTransport({
    command: program,
    args: given,
    cwd: folder,
    // The transport adds PATH, HOME and the names of the user and the shell, and nothing else of this process.
    env: { ...(process.env.LANG !== undefined && { LANG: process.env.LANG }), ...environment },
    // The process writes its log to stderr, which would break the live view.
    stderr: 'ignore',
    maxBufferSize: maxMessageBytes,
  })
}

function httpTransport(url: string): Transport {
  const declared = new URL(url)
  return new StreamableHTTPClientTransport(declared, {
    // The owner allowed this URL, so a server can't lead the machine to another.
    fetch(target, init) {
      if (String(target) !== declared.href) throw new Error('Only the declared URL is allowed.')
      return fetch(target, { ...init, redirect: 'error' })
    },
  })
}
