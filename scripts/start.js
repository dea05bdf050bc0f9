import { spawn } from 'node:child_process'
import fs from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupported, oldestNode } from './node-version.js'

/**
 * `npm start`: checks the Node, the configuration and the data folder, builds the dashboard and the CLI if they
 * have changed, and starts the server. It is plain JavaScript, because an older Node must be able to run it.
 */
const root = fileURLToPath(new URL('..', import.meta.url))

if (isSupported(process.versions.node)) await start()
else startOnBundledNode()

async function start() {
  module.enableCompileCache(path.join(root, 'node_modules/.cache/compiled'))
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

function startOnBundledNode() {
  const node = bundledNode()
  if (!node) {
    console.error(
      `Baton needs Node ${oldestNode} or newer, and this is Node ${process.versions.node}. ` +
        'Run "npm install", which brings the right one, or install Node 24.',
    )
    process.exitCode = 1
    return
  }
  const child = spawn(node, [fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both processes. Sent once more from here, it would stop the server without a grace period.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => (process.exitCode = code ?? 1))
}

/** npm puts this Node first on the path. It is only needed here when the file is started without npm. */
function bundledNode() {
  const manifest = path.join(root, 'runtime/package.json')
  if (!fs.existsSync(manifest)) return undefined
  const { optionalDependencies } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
  return Object.keys(optionalDependencies)
    .flatMap((name) =>
      ['bin/node', 'bin/node.exe'].map((file) => path.join(root, 'node_modules', name, file)),
    )
    .find((file) => fs.existsSync(file))
}
