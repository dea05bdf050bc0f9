import { parentPort, workerData } from 'node:worker_threads'
import { OperatorError } from '../platform/operator-error.ts'
import { NoSpace, hasNoSpace } from './storage.ts'
import { openCluster } from './pglite-cluster.ts'
import { SpaceGuard } from './pglite-space.ts'
import type { Failure } from './pglite-stream.ts'

/** Runs PGlite in its own thread, so that a long query never blocks the server. */
const { folder } = workerData as { folder: string }
const port = parentPort!
const send = (failure: Failure) => port.postMessage(failure)
const { database, files } = await openCluster(folder, (reason) => {
  send({ failed: `The database worker stopped: ${reason}`, isFull: hasNoSpace(reason) })
  process.exit(1)
}).catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error
  // An error loses its class between threads, so the message says that it is for the operator. An exit follows the
  // message in order, but an uncaught error has its own channel and can overtake it.
  send({ failed: error.message, isFull: error instanceof NoSpace, forOperator: true })
  process.exit(1)
})
const guard = new SpaceGuard(database, folder)

port.on('message', (message: Uint8Array | 'close' | 'syncs') => {
  if (message === 'close') return void database.close().finally(() => process.exit(0))
  if (message === 'syncs') return port.postMessage(files.syncs)
  const response = guard.exec(message)
  // Transferred without a copy.
  port.postMessage(response, [response.buffer])
})
port.postMessage('ready')
