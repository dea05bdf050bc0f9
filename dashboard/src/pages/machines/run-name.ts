import type { ListedRun, Run } from './queries.ts'
import { texts } from './texts.ts'

/** Returns what a run does: "Run a command: build", or with its input "Write a file: notes/plan.md in shop". */
export function runName(run: ListedRun | Run): string {
  const { action, target } = run
  const { path, tool } = ('input' in run ? run.input : {}) as { path?: unknown; tool?: unknown }
  const item = [path, tool].find((value) => typeof value === 'string' && value !== '') as string | undefined
  const place = item !== undefined && target !== null ? texts.inTarget(item, target) : (item ?? target)
  return place === null ? texts.actions[action] : texts.actionOn(texts.actions[action], place)
}
