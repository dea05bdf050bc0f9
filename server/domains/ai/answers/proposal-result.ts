import { type SearchKind, dashboardPaths } from '../../search/kinds.ts'
import type { Proposal } from './answer-shapes.ts'

/** The kinds of the items that the tools create or change. */
const kinds: Record<string, SearchKind> = {
  create_task: 'task',
  update_task: 'task',
  complete_task: 'task',
  create_note: 'note',
  log_decision: 'decision',
  store_memory: 'memory',
  create_spec: 'spec',
}

/** Returns the item that a confirmed change created or changed, with its page, from the output of the operation. */
export function resultOf(tool: string, output: unknown): Proposal['result'] {
  const kind = kinds[tool]
  if (!kind || !isObject(output)) return null
  // Some operations return more beside the item.
  const { id, key, title } = isObject(output[kind]) ? output[kind] : output
  if (typeof id !== 'string') return null
  const shown = { id, key: typeof key === 'string' ? key : null }
  return {
    kind,
    ...shown,
    title: typeof title === 'string' ? title : null,
    url: dashboardPaths[kind](shown),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
