import { measureCalls } from './mcp/calls.ts'
import { idleStreams } from './mcp/idle-streams.ts'

/**
 * Compares the MCP door with the SDK's own server: calls on each transport, and idle streams. BENCH_MCP=calls or
 * BENCH_MCP=idle runs only one of them.
 */
export async function run(): Promise<void> {
  if (process.env.BENCH_MCP !== 'idle') await measureCalls()
  if (process.env.BENCH_MCP !== 'calls') await idleStreams()
}
