import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readSettings } from './config.ts'
import { connect } from './connection.ts'
import { UsageError } from './failures.ts'
import { readOptions } from './options.ts'

/** Saves the export as it arrives, so that an export of any size needs little memory. */
export async function exportData(words: string[]): Promise<void> {
  const options = readOptions(words, { output: 'string', json: 'boolean' })
  const file = options.get('output')
  if (file === undefined) throw new UsageError('--output is missing.')
  const written = `${file}.part`
  const fd = openFile(written)
  const call = connect(readSettings(), {}, 'file', async ({ body }) => {
    if (body) await pipeline(Readable.fromWeb(body), fs.createWriteStream(written, { fd }))
    return Response.json({})
  })
  try {
    await call('sync.export', {})
    fs.renameSync(written, file)
  } finally {
    fs.rmSync(written, { force: true })
  }
  const { size } = fs.statSync(file)
  console.log(
    options.has('json') ? JSON.stringify({ file, size }, null, 2) : `Saved ${file} (${size} bytes).`,
  )
}

/** Opens the file before the request, so that a wrong folder isn't reported as a lost connection. */
function openFile(file: string): number {
  try {
    return fs.openSync(file, 'w', 0o600)
  } catch (error) {
    throw new UsageError(`The file can't be written. (${String(error)})`)
  }
}
