import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPartner } from './installed.ts'
import { freePort } from './postgres.ts'

/** A private Redis server: Debian's binary, a temporary folder, a loopback port, a password. */
export interface RedisServer {
  url: string
  password: string
  start(): Promise<void>
  /** Kills it without a shutdown, as a power cut would. */
  kill(): Promise<void>
  /** Stops responding, but keeps its connections open. */
  hang(): void
  resume(): void
  /** Closes every subscriber's connection, as a network failure would. */
  dropClients(): Promise<void>
  remove(): Promise<void>
}

const binary = findPartner('redis')

export const withoutRedis = binary ? false : 'Redis is not installed'

/** Prepares a Redis server, and starts it unless `running` is false. */
export async function startRedis({ running = true } = {}): Promise<RedisServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-redis-'))
  const port = await freePort()
  const password = 'the password of the Redis of the tests'
  let child: ChildProcess | undefined
  const killOnExit = () => void child?.kill('SIGKILL')
  process.once('exit', killOnExit)
  const server: RedisServer = {
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    password,
    async start() {
      const settings = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--requirepass',
        password,
      ]
      child = spawn(binary!, settings, { stdio: 'ignore' })
      while (!(await isResponding(port, password))) await pause(20)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child!.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    },
    hang: () => void child!.kill('SIGSTOP'),
    resume: () => void child!.kill('SIGCONT'),
    async dropClients() {
      await sendCommand(port, password, 'CLIENT KILL TYPE pubsub')
    },
    async remove() {
      await server.kill()
      process.off('exit', killOnExit)
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
  if (running) await server.start()
  return server
}

async function isResponding(port: number, password: string): Promise<boolean> {
  return sendCommand(port, password, 'PING').then(
    (text) => text.includes('PONG'),
    () => false,
  )
}

/** Sends an inline command of the Redis protocol. */
function sendCommand(port: number, password: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => (text += data.toString()))
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
    socket.write(`AUTH "${password}"\r\n${command}\r\nQUIT\r\n`)
  })
}
