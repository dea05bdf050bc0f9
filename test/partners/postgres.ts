import { execFileSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findPartner } from './installed.ts'

/** A private PostgreSQL server: Debian's binaries, a temporary folder, a loopback port. */
export interface Postgres {
  url(database: string): string
  /** The same URL over a Unix socket, which takes less CPU time than TCP. */
  socketUrl(database: string): string
  /** The process id of the server, for tests that kill it. */
  pid(): number
  createDatabase(template?: string): Promise<string>
  start(): Promise<void>
  stop(mode?: 'fast' | 'immediate'): void
  remove(): void
}

/** Settings of a server whose data may be lost. Without them, autovacuum visits hundreds of databases in turn. */
const unsynced = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off'

/** Starts a server. Without `synced` it skips fsync, which is enough for tests that don't crash the machine. */
export async function startPostgres({ synced = true } = {}): Promise<Postgres> {
  const binaries = findPartner('postgres')
  if (!binaries) throw new Error('PostgreSQL 15 or newer is not installed.')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-postgres-'))
  const data = path.join(folder, 'data')
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const asRoot = process.getuid?.() === 0
  if (asRoot) execFileSync('chown', ['postgres', folder])
  const run = (program: string, args: string[]) => {
    const command = path.join(binaries, program)
    if (asRoot)
      execFileSync(
        'setpriv',
        ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args],
        quiet,
      )
    else execFileSync(command, args, quiet)
  }
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-locale', '-E', 'UTF8'])
  const settings = [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200`,
    ...(synced ? [] : [unsynced]),
  ].join(' ')
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const server: Postgres = {
    url,
    socketUrl: (database) => `postgres://postgres@${encodeURIComponent(folder)}:${port}/${database}`,
    pid: () => Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async createDatabase(template = 'template0') {
      const name = `test_${randomBytes(6).toString('hex')}`
      const client = new pg.Client({ connectionString: url('postgres') })
      await client.connect()
      await client.query(`create database ${name} template ${template}`)
      await client.end()
      return name
    },
    async start() {
      run('pg_ctl', ['-D', data, '-o', settings, '-l', path.join(folder, 'log'), '-w', 'start'])
    },
    stop: (mode = 'fast') => run('pg_ctl', ['-D', data, '-m', mode, '-w', 'stop']),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
  await server.start()
  return server
}

const quiet = { stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] }

/**
 * Returns a port that is not in use. Does not let the system choose one: it also assigns such ports to outgoing
 * connections, and one of them may take the port before the started program listens on it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(12_000, 32_000)
    try {
      const probe = net.createServer()
      await new Promise<void>((resolve, reject) => {
        probe.once('error', reject)
        probe.listen(port, '127.0.0.1', resolve)
      })
      await new Promise((resolve) => probe.close(resolve))
      return port
    } catch (error) {
      if (tries === 20) throw error
    }
  }
}
