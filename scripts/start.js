import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupported, runOnBundledNode } from '../runtime/launch.js'
import { watchLaunchers } from '../runtime/watch-launchers.js'

/**
 * `npm start`: checks the Node version, the configuration and the data folder, builds the dashboard and the CLI if they
 * have changed, and starts the server. Plain JavaScript, because an older Node must be able to run it.
 */
const root = fileURLToPath(new URL('..', import.meta.url))

if (isSupported(process.versions.node)) await start()
else runOnBundledNode(import.meta.url)

async function start() {
  watchLaunchers(() => process.kill(process.pid, 'SIGTERM'))
  const compiled = path.join(root, 'node_modules/.cache/compiled')
  module.enableCompileCache(compiled)
  // Enables the cache in worker threads. Without it, the thread of the embedded database strips its types at each start.
  process.env.NODE_COMPILE_CACHE ??= compiled
  const { reportFailure } = await import('../server/platform/operator-error.ts')
  try {
    const { loadEnvFile } = await import('./env-file.ts')
    loadEnvFile()
    const { preflight } = await import('../server/preflight.ts')
    preflight(process.env)
    const { provideDashboard } = await import('./build-dashboard.ts')
    provideDashboard()
    const { provideCli } = await import('./release/build-cli.ts')
    provideCli()
  } catch (error) {
    return reportFailure(error)
  }
  await import('../server/main.ts')
}
