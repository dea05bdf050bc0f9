import type { OpenRemote } from '../../../platform/git-remote.ts'
import {
  blobSizes,
  fetchBlobs,
  listTree,
  readBlobs,
  storableText,
  withPartialClone,
} from '../partial-clone.ts'

const maxFileBytes = 256 * 1024
const maxReadBytes = 8 * 1024 * 1024

/** Reads these files at the newest commit of a branch, if they exist. */
export function readFilesAt(
  remote: OpenRemote,
  branch: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  return withPartialClone(remote, { branch, depth: 1 }, async (clone) => {
    const wanted = new Set(paths)
    const entries = (await listTree(clone)).filter(
      ({ type, mode, path }) =>
        // The content of a symbolic link is a path.
        type === 'blob' && mode !== '120000' && wanted.has(path),
    )
    const ids = [...new Set(entries.map(({ id }) => id))]
    if (ids.length === 0) return new Map<string, string>()
    await fetchBlobs(clone, ids)
    const sizes = await blobSizes(clone, ids)
    const small = ids.filter((id) => (sizes.get(id) ?? Infinity) <= maxFileBytes)
    const blobs = await readBlobs(clone, small, maxReadBytes)
    return new Map(
      entries.flatMap(({ path, id }) =>
        blobs.has(id) ? [[path, storableText(blobs.get(id)!)] as const] : [],
      ),
    )
  })
}
