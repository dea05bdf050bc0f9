import { type ChildProcess, fork } from 'node:child_process'

/** Clients in a process of their own, so that what they cost is not the server's, nor that of whoever measures. */
export interface Clients {
  /** Waits until each has got so many events in all, counted from the beginning. */
  got(events: number): Promise<void>
  close(): Promise<void>
}

export interface ClientOptions {
  url: string
  token: string
  count: number
  /** Where their connections come from: an address has some ten thousand ports. */
  from?: string
}

export interface ReceivedEvent {
  ready?: true
  got?: number
  failed?: string
}

export async function openClients(options: ClientOptions): Promise<Clients> {
  const child = fork(new URL('./client-process.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, OPTIONS: JSON.stringify(options) },
  })
  let got = 0
  await new Promise<void>((resolve, reject) => {
    child.on('message', (told: ReceivedEvent) => {
      if (told.ready) resolve()
      if (told.got !== undefined) got = told.got
      if (told.failed) reject(new Error(told.failed))
    })
    child.once('exit', () => reject(new Error('The clients ended.')))
  })
  return {
    got: (events) => waitFor(child, () => got >= events),
    async close() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    },
  }
}

function waitFor(child: ChildProcess, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return
      child.off('message', look)
      resolve()
    }
    child.on('message', look)
    look()
  })
}
