import { gunzipSync } from 'node:zlib'
import type { PackedFile } from '../../server/platform/tarball.ts'

const blockSize = 512

/** Returns the files of an npm package without their top folder. Doesn't support names over 100 characters. */
export function unpackTarball(tarball: Buffer): PackedFile[] {
  const archive = gunzipSync(tarball)
  const files: PackedFile[] = []
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const field = (offset: number, length: number) =>
      archive.toString('utf8', at + offset, at + offset + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(field(124, 12), 8)
    const isFile = field(156, 1) === '0' || field(156, 1) === ''
    const body = archive.subarray(at + blockSize, at + blockSize + size)
    if (isFile) files.push({ name: field(0, 100).replace(/^[^/]*\//, ''), body })
    at += blockSize * (1 + Math.ceil(size / blockSize))
  }
  return files
}
