import { reportFailure } from './platform/operator-error.ts'
import { preflight } from './preflight.ts'

/** A second signal ends the server without waiting for its requests. Sooner than this, it counts as the first one. */
const repeatedSignalMs = 1000

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
  let stoppedAt: number | undefined
  const stop = async (signal: string) => {
    if (stoppedAt !== undefined) {
      // A launcher forwards a signal that the terminal or the service manager has sent to the whole group.
      if (performance.now() - stoppedAt < repeatedSignalMs) return
      process.exit(1)
    }
    stoppedAt = performance.now()
    server.app.log.info({ signal }, 'stopping: what was begun is finished first')
    await server.stop()
    server.app.log.info('stopped')
    server.app.log.flush()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  reportFailure(error)
}
