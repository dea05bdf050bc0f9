import { measureCalls } from './mcp/calls.ts'
import { idleStreams } from './mcp/idle-streams.ts'

/**
 * What the MCP door costs next to the SDK's own server: calls on each transport, and streams that are only held open.
 * BENCH_MCP=calls or BENCH_MCP=idle is one of the two alone.
 */
export async function run(): Promise<void> {
  if (process.env.BENCH_MCP !== 'idle') await measureCalls()
  if (process.env.BENCH_MCP !== 'calls') await idleStreams()
}
