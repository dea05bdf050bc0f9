import type { ChildMark } from '../process-group.ts'
import type { Permissions } from '../permissions.ts'
import type { McpActions } from '../runs-options.ts'
import type { Progress } from '../messages.ts'

/** The surroundings of one run. */
export interface ActionContext {
  permissions: Permissions
  mcp: McpActions
  /** Absolute paths that stay closed inside allowed folders. */
  closed: string[]
  activeRuns: number
  signal: AbortSignal
  onOutput(chunk: Uint8Array): void
  onProgress(progress: Progress): void
  /** Stores the started process, so that it is ended if this client dies. */
  onChild(child: ChildMark): void
}

export interface Outcome {
  result: unknown
  /** The reason if the run failed and still has a result. */
  failure?: string
}
