import { parentPort, workerData } from 'node:worker_threads'
import { OperatorError } from '../platform/operator-error.ts'
import { openCluster } from './pglite-cluster.ts'
import type { Rejection } from './pglite-stream.ts'

/** Runs PGlite in a thread of its own, so that a long query never stops the server from answering. */
const { folder } = workerData as { folder: string }
const port = parentPort!
const { database, files } = await openCluster(folder).catch((error: unknown) => {
  // An error that crosses threads loses its class, and with it that it is a sentence for the operator.
  if (error instanceof OperatorError) port.postMessage({ rejected: error.message } satisfies Rejection)
  throw error
})

port.on('message', (message: Uint8Array | 'close' | 'syncs') => {
  if (message === 'close') return void database.close().finally(() => process.exit(0))
  if (message === 'syncs') return port.postMessage(files.syncs)
  const answer = database.execProtocolRawSync(message)
  // Copied out of the database's memory, then handed over without a second copy.
  const bytes = new Uint8Array(answer)
  port.postMessage(bytes, [bytes.buffer])
})
port.postMessage('ready')
