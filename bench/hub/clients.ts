import { type ChildProcess, fork } from 'node:child_process'

/** Clients in their own process, so that their cost isn't measured. */
export interface Clients {
  /** Waits until each client has received this number of events in total. */
  got(events: number): Promise<void>
  close(): Promise<void>
}

export interface ClientOptions {
  url: string
  token: string
  count: number
  /** The source address of the connections. One address has only tens of thousands of ports. */
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
    child.on('message', (message: ReceivedEvent) => {
      if (message.ready) resolve()
      if (message.got !== undefined) got = message.got
      if (message.failed) reject(new Error(message.failed))
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

function waitFor(child: ChildProcess, isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isDone()) return
      child.off('message', check)
      resolve()
    }
    child.on('message', check)
    check()
  })
}
