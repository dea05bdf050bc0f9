import { fork } from 'node:child_process'
import type { Kind } from './stream-process.ts'

/** Streams in their own process, so that the client side isn't measured. */
export interface Streams {
  close(): Promise<void>
}

export interface StreamOptions {
  url: string
  token: string
  kind: Kind
  count: number
}

export async function openStreams(options: StreamOptions): Promise<Streams> {
  const child = fork(new URL('./stream-process.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, OPTIONS: JSON.stringify(options) },
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error('The clients ended.')))
  })
  return {
    async close() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    },
  }
}
