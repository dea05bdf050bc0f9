import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { watchLaunchers } from '../runtime/watch-launchers.js'
import { loadEnvFile } from './env-file.ts'

/** Runs the server with restarts on code changes, and the dashboard with hot updates. */
const root = fileURLToPath(new URL('..', import.meta.url))
loadEnvFile()
const port = process.env.PORT ?? '3000'
const target = `http://127.0.0.1:${port}`

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  // Ctrl+C signals the whole process group. A separate group gets one signal, from here, and can stop gracefully.
  detached: true,
})
const dashboard = await createServer({
  root: fileURLToPath(new URL('../dashboard', import.meta.url)),
  logLevel: 'warn',
  server: {
    host: '127.0.0.1',
    port: Number(process.env.DASHBOARD_PORT ?? 5173),
    proxy: {
      '/api': { target, ws: true },
      '/mcp': target,
      '/health': target,
      '/cli.tgz': target,
      '/docs/errors': target,
      '/blog': target,
      '/pages': target,
      '/site.css': target,
      '/sitemap.xml': target,
      '/robots.txt': target,
    },
  },
})
await dashboard.listen()
console.log(`
  Dashboard (development): ${dashboard.resolvedUrls?.local[0] ?? ''}
  Server:                  ${target}
`)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await dashboard.close()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
watchLaunchers(() => void stop())
server.once('exit', (code) => {
  process.exitCode = stopping ? 0 : (code ?? 1)
  void stop()
})
