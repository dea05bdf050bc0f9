import { reportFailure } from './platform/operator-error.ts'
import { preflight } from './preflight.ts'

try {
  const config = preflight(process.env)
  // Loading the server takes seconds, so a mistake in the configuration is reported before.
  const { startServer } = await import('./start.ts')
  const server = await startServer(config, { grace: 500 })
  console.log(`
  Baton is running at ${config.APP_URL}

  ${server.setupLink ? `First: create the administrator's account. This link works once:\n         ${server.setupLink}` : 'Sign in there.'}
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
