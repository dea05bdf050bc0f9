import type { TreeEntry } from '../repos/partial-clone.ts'
import type { IndexLimits } from './limits.ts'
import { type SkipReason, skipByPath } from './skip-by-path.ts'

/** Numbers of files that were left out, by reason. */
export type SkipCounts = Partial<Record<SkipReason, number>>

export function countSkipped(counts: SkipCounts, reason: SkipReason, files = 1): void {
  counts[reason] = (counts[reason] ?? 0) + files
}

/** Selects the files to index by their paths. If they are too many, those in fewer folders come first. */
export function selectFiles(
  tree: TreeEntry[],
  { maxFiles }: IndexLimits,
): { files: TreeEntry[]; skipped: SkipCounts } {
  const skipped: SkipCounts = {}
  const files = tree.filter((entry) => {
    const reason = skipByPath(entry)
    if (reason) countSkipped(skipped, reason)
    return reason === undefined
  })
  if (files.length <= maxFiles) return { files, skipped }
  countSkipped(skipped, 'limit', files.length - maxFiles)
  const depthOf = ({ path }: TreeEntry) => path.split('/').length
  const byDepth = files
    .map((entry) => ({ entry, depth: depthOf(entry) }))
    .toSorted((a, b) => a.depth - b.depth)
  return { files: byDepth.slice(0, maxFiles).map(({ entry }) => entry), skipped }
}

/** Ranks files that fit a query equally well, from 0 to 1. */
export function importanceOf(path: string): number {
  if (testPath.test(path)) return 0.2
  return documentPath.test(path) ? 0.5 : 1
}

const testPath =
  /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|fixtures|examples?|benchmarks?)\/|[._-](?:test|spec|stories)\.\w+$|_test\.\w+$/i
const documentPath = /\.(?:mdx?|markdown|rst|adoc|txt|json|ya?ml|toml|ini|xml|html?)$/i
