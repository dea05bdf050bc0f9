import { reportFailure } from './platform/operator-error.ts'
import { readConfig } from './config.ts'
import { type StartingDatabase, startConfigured } from './database/open-configured.ts'

/** A second signal exits without waiting for open requests. Within this time, it counts as a duplicate of the first. */
const repeatedSignalMs = 1000

let starting: StartingDatabase | undefined
try {
  const config = readConfig(process.env)
  // Loading the server takes seconds, so errors of the configuration and of the data folder are reported first.
  starting = await startConfigured(config)
  const { startServer } = await import('./start.ts')
  const server = await startServer(config, { grace: 500, starting })
  console.log(`
  Baton is running at ${config.APP_URL}

  ${server.setupLink ? `First: create the administrator's account. This link works once:\n         ${server.setupLink}` : 'Sign in there.'}
  Then:  create an agent under "Connect an agent" and copy the configuration into your agent's client.
  API:   ${config.APP_URL}/api/reference
`)
  let stoppedAt: number | undefined
  const stop = async (signal: string) => {
    if (stoppedAt !== undefined) {
      // A launcher forwards a signal that the terminal or the service manager also sent to the whole process group.
      if (performance.now() - stoppedAt < repeatedSignalMs) return
      process.exit(1)
    }
    stoppedAt = performance.now()
    server.app.log.info({ signal }, 'stopping after open requests are finished')
    await server.stop()
    server.app.log.info('stopped')
    server.app.log.flush()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  reportFailure(error)
  // Has no steps left if the server closed the database.
  for (const step of starting?.undo.splice(0).toReversed() ?? []) await step()
}
