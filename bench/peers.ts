import { onInstance } from './instance.ts'
import { printHead } from './peers/compare.ts'
import { compareMemory } from './peers/memory.ts'
import { buildTaskWorld, compareBacklog, compareEcho, compareFastify, compareWs } from './peers/tasks.ts'

/**
 * Compares Baton with other programs in the same run, one request at a time. Prints a Markdown table. BENCH_PEERS=tasks
 * or BENCH_PEERS=memory prints only a part of it.
 */
export async function run(): Promise<void> {
  console.log('Peers: milliseconds for one request\n')
  printHead()
  if (process.env.BENCH_PEERS !== 'memory')
    await onInstance(async (instance) => {
      const world = await buildTaskWorld(instance)
      await compareFastify(world)
      await compareEcho(world)
      await compareWs(world)
      await compareBacklog(world)
    })
  if (process.env.BENCH_PEERS !== 'tasks') await compareMemory()
}
