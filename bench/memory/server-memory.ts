import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { installPeer } from '../peers/install.ts'
import type { MemoryClient } from './agent.ts'
import type { Embedded } from './texts.ts'

const packageName = '@modelcontextprotocol/server-memory'

export interface ServerMemory extends Omit<MemoryClient, 'close'> {
  pid: number
}

/** Runs `work` on the reference server, with each text as an entity in its file. Installs it for this run only. */
export async function onServerMemory(
  texts: Embedded[],
  work: (server: ServerMemory) => Promise<void>,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-server-memory-'))
  const client = new Client({ name: 'bench', version: '1' })
  try {
    installPeer(folder, packageName)
    const file = path.join(folder, 'memory.jsonl')
    const lines = texts.map(({ text }, index) => JSON.stringify(entity(`entry ${index}`, text, 'entity')))
    fs.writeFileSync(file, lines.join('\n'))
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [path.join(folder, 'node_modules', packageName, 'dist/index.js')],
      env: { ...process.env, MEMORY_FILE_PATH: file },
      stderr: 'ignore',
    })
    await client.connect(transport)
    let stored = 0
    await work({
      pid: transport.pid!,
      store: (text) => call(client, 'create_entities', { entities: [entity(`stored ${++stored}`, text)] }),
      // It matches the query literally, so a whole sentence would match only itself.
      search: (text) => call(client, 'search_nodes', { query: longestWord(text) }),
    })
  } finally {
    await client.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function entity(name: string, text: string, type?: 'entity') {
  return { ...(type && { type }), name, entityType: 'fact', observations: [text] }
}

function longestWord(text: string): string {
  return text.split(/\W+/).toSorted((one, other) => other.length - one.length)[0]!
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<void> {
  const { isError, content } = await client.callTool({ name, arguments: input })
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
}
