import { type PartialClone, blobSizes, fetchBlobs } from '../repos/partial-clone.ts'

const maxListingBytes = 64 * 1024 * 1024
// Up to this number, files are requested by their ids. A commit usually changes fewer.
const maxNamed = 500

/**
 * How to download files. `named` requests them by their ids, which is right for a few but fetches large ones too.
 * `small` requests all files of the commit below the size limit.
 */
export type Download = 'named' | 'small'

/** Downloads files, and returns the sizes of those that are there. Missing ones are too large. */
export async function downloadFiles(
  clone: PartialClone,
  { commit, ids, how, maxFileBytes }: { commit: string; ids: string[]; how: Download; maxFileBytes: number },
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  if (how === 'named' && ids.length <= maxNamed) {
    await fetchBlobs(clone, ids)
    return blobSizes(clone, ids)
  }
  await clone.download([
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--depth=1',
    '--refetch',
    // Omits files of this size and larger ones.
    `--filter=blob:limit=${maxFileBytes + 1}`,
    'origin',
    commit,
  ])
  const missing = await missingObjects(clone, commit)
  return blobSizes(
    clone,
    ids.filter((id) => !missing.has(id)),
  )
}

/** Lists the objects that a filter left out. Other commands would download each of them. */
async function missingObjects({ run }: PartialClone, commit: string): Promise<Set<string>> {
  const args = ['rev-list', '--objects', '--no-object-names', '--missing=print', commit]
  const output = await run(args, { most: maxListingBytes })
  const lines = output.toString('utf8').split('\n')
  return new Set(lines.flatMap((line) => (line.startsWith('?') ? [line.slice(1)] : [])))
}
