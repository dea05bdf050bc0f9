import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** The server, restarted when its code changes, and the dashboard, updated in the page when its code does. */
const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env.PORT ?? '3000'
const target = `http://127.0.0.1:${port}`

// Under --watch, Node makes every worker report the files it loads as messages to whoever started it. The database's
// worker speaks another language on that line; the folder is watched instead, and the reports are switched off.
const silence = 'data:text/javascript,delete process.env.WATCH_REPORT_DEPENDENCIES'
const watching = ['--watch-path=server', '--watch-preserve-output', `--import=${silence}`]

const server = spawn(process.execPath, [...watching, 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  // Ctrl-C reaches a whole group: the server should hear of it once, from here, and finish what it began.
  detached: true,
})
const dashboard = await createServer({
  root: fileURLToPath(new URL('../dashboard', import.meta.url)),
  logLevel: 'warn',
  server: {
    host: '127.0.0.1',
    port: Number(process.env.DASHBOARD_PORT ?? 5173),
    proxy: { '/api': target, '/mcp': target, '/health': target },
  },
})
await dashboard.listen()
console.log(`
  The dashboard, as you write it: ${dashboard.resolvedUrls?.local[0] ?? ''}
  The server behind it:           ${target}
`)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await dashboard.close()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
server.once('exit', (code) => {
  process.exitCode = stopping ? 0 : (code ?? 1)
  void stop()
})
