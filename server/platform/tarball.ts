import { gzipSync } from 'node:zlib'

export interface PackedFile {
  /** Its path in the package, with slashes. */
  name: string
  body: Uint8Array
  executable?: boolean
}

const blockSize = 512

/**
 * Packs files as npm expects a package: a gzipped POSIX archive with everything under `package/`. The same files always
 * give the same bytes, so that every node of an instance serves the same ETag.
 */
export function packTarball(files: PackedFile[]): Buffer {
  const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const blocks = sorted.flatMap((file) => [header(file), file.body, padding(file.body.length)])
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]))
}

/** The ustar header of POSIX.1-1988: fixed fields, numbers in octal. */
function header({ name, body, executable = false }: PackedFile): Buffer {
  const path = `package/${name}`
  if (Buffer.byteLength(path) > 100) throw new Error(`The path ${path} is too long for a ustar header.`)
  const block = Buffer.alloc(blockSize)
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  block.write(path, 0)
  octal(executable ? 0o755 : 0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(body.length, 124, 12)
  octal(packedAt, 136, 12)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const checksum = block.reduce((sum, byte) => sum + byte, 0)
  block.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

// npm packs every file with this date too, so that a package depends on its content alone.
const packedAt = Date.UTC(1985, 9, 26, 8, 15) / 1000

function padding(length: number): Buffer {
  return Buffer.alloc((blockSize - (length % blockSize)) % blockSize)
}
