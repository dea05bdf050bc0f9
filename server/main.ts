import { readConfig } from './config.ts'
import { reportFailure } from './platform/operator-error.ts'
import { startServer } from './start.ts'

try {
  const config = readConfig(process.env)
  const server = await startServer(config, { grace: 500 })
  console.log(`
  Baton is running at ${config.APP_URL}

  ${server.empty ? 'First: make your account there. As the first, it administers this instance.' : 'Sign in there.'}
  Then:  make a token under "Connect an agent" and copy the configuration into your agent's client.
  API:   ${config.APP_URL}/api/reference
`)
  let stopping = false
  const stop = async (signal: string) => {
    // A second signal is somebody's impatience.
    if (stopping) process.exit(1)
    stopping = true
    server.app.log.info({ signal }, 'stopping: what was begun is finished first')
    await server.stop()
    server.app.log.flush()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  reportFailure(error)
}
