import { createLog } from '../../server/platform/log.ts'
import { readConfig, startServer } from '../../server/start.ts'
import { onInstance } from '../instance.ts'
import { agentOn } from '../memory/agent.ts'
import { fill } from '../memory/instance.ts'
import { onServerMemory } from '../memory/server-memory.ts'
import { type Texts, readTexts } from '../memory/texts.ts'
import { comparePeer } from './compare.ts'
import { peerVersions } from './install.ts'

const sizes = (process.env.BENCH_SIZES ?? '1000,10000,50000').split(',').map(Number)
const maxRequests = 600

/** Compares the memory with the reference memory server of the protocol, on the same texts, embedding included. */
export async function compareMemory(): Promise<void> {
  const texts = await readTexts(Math.max(...sizes), maxRequests)
  if (!texts) return console.log('Memory: skipped, because it needs apt for its texts.')
  for (const size of sizes) await compareAt(size, texts)
}

function compareAt(size: number, texts: Texts): Promise<void> {
  return onInstance(async ({ settings, postgres, start }) => {
    const filling = await startServer(readConfig({ ...settings, PORT: '0' }), {
      jobs: false,
      log: createLog('error'),
    })
    const filled = await fill(filling, texts, size)
    await filling.stop()
    const server = await start()
    await onServerMemory(texts.existing.slice(0, size), async (reference) => {
      const agent = await agentOn({ ...filled, server })
      const [theirProcess, ourProcesses] = [{ server: reference.pid }, { server: server.pid, postgres }]
      let [stored, asked] = [0, 0]
      const textOf = (number: number) => texts.stored[Math.floor(number / 2) % texts.stored.length]!.text
      const queryOf = (number: number) => texts.queries[Math.floor(number / 2) % texts.queries.length]!.text
      const peer = `server-memory ${peerVersions['@modelcontextprotocol/server-memory']}`
      const entries = `${size.toLocaleString('en')} entries`
      await comparePeer(`store in memory, ${entries}`, peer, {
        theirs: { measured: theirProcess, request: () => reference.store(textOf(stored++)) },
        ours: { measured: ourProcesses, request: () => agent.store(`${stored++}: ${textOf(stored)}`) },
      })
      await comparePeer(`search memory, ${entries}`, peer, {
        theirs: { measured: theirProcess, request: () => reference.search(queryOf(asked++)) },
        ours: { measured: ourProcesses, request: () => agent.search(queryOf(asked++)) },
      })
      await agent.close()
    })
  })
}
