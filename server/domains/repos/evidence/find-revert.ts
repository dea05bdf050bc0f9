import type { History } from './code-source.ts'

/*
 * Finds the commit that reverts another one. `git revert` writes "This reverts commit <id>." into the message, and code
 * hosts write "Reverts owner/name#12" for a pull request. A revert that was reverted itself doesn't count.
 */

/** Returns the commit of the history that reverts this one, or undefined if its changes are still there. */
export function findRevert(history: History, commit: string, seen = new Set<string>()): string | undefined {
  if (seen.has(commit)) return undefined
  seen.add(commit)
  const holds = (revert: string) => findRevert(history, revert, seen) === undefined
  const pull = pullOf(history.get(commit)?.message ?? '')
  for (const [id, { message }] of history) {
    if (id === commit) continue
    const isNamed = revertedCommits(message).some((each) => commit.startsWith(each))
    const isPullNamed = pull !== undefined && revertedPulls(message).includes(pull)
    const isMerged = !isNamed && revertedCommits(message).some((each) => isMergedBy(history, each, commit))
    if ((isNamed || isPullNamed || isMerged) && holds(id)) return id
  }
  return undefined
}

/** Returns whether a merge commit brought this commit into the branch. */
function isMergedBy(history: History, merge: string, commit: string): boolean {
  const [mainline, ...others] = history.get(merge)?.parents ?? []
  if (mainline === undefined || others.length === 0) return false
  return reaches(history, others, commit) && !reaches(history, [mainline], commit)
}

function reaches(history: History, from: string[], commit: string): boolean {
  const seen = new Set(from)
  for (const id of seen) for (const parent of history.get(id)?.parents ?? []) seen.add(parent)
  return seen.has(commit)
}

function revertedCommits(message: string): string[] {
  return [...message.matchAll(/\bThis reverts commit ([0-9a-f]{7,64})\b/gi)].map(([, id]) =>
    id!.toLowerCase(),
  )
}

function revertedPulls(message: string): string[] {
  return [...message.matchAll(/^Reverts (?:[\w.-]+\/[\w.-]+)?#(\d+)/gm)].map(([, number]) => number!)
}

/** Returns the number of the pull request that a merge or squash commit names in its first line. */
function pullOf(message: string): string | undefined {
  const [subject = ''] = message.split('\n', 1)
  return (/^Merge pull request #(\d+)\b/.exec(subject) ?? /\(#(\d+)\)$/.exec(subject))?.[1]
}
