import { parentPort } from 'node:worker_threads'
import { loadMiniLm } from './minilm.ts'

/** Runs the model in its own thread, one text after the other: a batch isn't faster on a CPU. */
const port = parentPort!
const loading = loadMiniLm()
let last: Promise<unknown> = loading.then(
  () => port.postMessage({ loaded: true }),
  (error: Error) => port.postMessage({ unavailable: error.message }),
)
port.on('message', (request: Request) => {
  last = last.then(() => respond(request))
})

interface Request {
  id: number
  text: string
}

async function respond({ id, text }: Request): Promise<void> {
  try {
    const embed = await loading
    const vector = await embed(text)
    port.postMessage({ id, vector }, [vector.buffer])
  } catch (error) {
    port.postMessage({ id, error: (error as Error).message })
  }
}
