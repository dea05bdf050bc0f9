import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)

/** Below this, the server sends a file as it is. */
const minBytes = 1024

/** Reads the compressed files of the last build by name. The name of an asset contains the hash of its content. */
export function readCompressed(folder: string): Map<string, Buffer> {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  return new Map(
    names
      .filter((name) => name.endsWith('.br'))
      .map((name) => [name, fs.readFileSync(path.join(folder, name))]),
  )
}

/** Writes the Brotli form of each script and style beside it, and compresses only those that `known` lacks. */
export async function compressAssets(folder: string, known: Map<string, Buffer>): Promise<void> {
  const names = fs.readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const body = fs.readFileSync(file)
      if (body.length < minBytes) return
      fs.writeFileSync(`${file}.br`, known.get(`${name}.br`) ?? (await compress(body)))
    }),
  )
}

function compress(body: Buffer): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = zlib.constants
  return brotli(body, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}
