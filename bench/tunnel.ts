import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { clientFor } from '../test/harness.ts'
import { signUp } from '../test/sign-up.ts'
import { onInstance } from './instance.ts'
import { median } from './report.ts'
import { type Open, type Target, openTcp, openTunnel } from './tunnel/pipes.ts'
import { openSshTunnel } from './tunnel/ssh.ts'

const megabytes = Number(process.env.BENCH_MEGABYTES ?? 128)
const roundTrips = Number(process.env.BENCH_ROUND_TRIPS ?? 2000)
const idleTunnels = Number(process.env.BENCH_TUNNELS ?? 1000)
const rounds = 5

/**
 * Measures streams through a tunnel next to a plain TCP relay and `ssh -R`: throughput, latency, idle tunnels, and
 * streams beside one that nobody reads. All on this machine; each part is a process of its own.
 */
export function run(): Promise<void> {
  return onInstance(async (instance) => {
    const server = await instance.start()
    const register = await prepare(server.url)
    const tunnel = await register()
    const stops: (() => void)[] = []
    try {
      const machine = start('machine.ts', { url: server.url, tokens: [tunnel.token] }, stops)
      const far = await answer<Record<'echo' | 'sink', number>>(machine)
      const [echo, sink] = await answer<number[]>(start('relay.ts', [far.echo, far.sink], stops))
      const ssh = await openSshTunnel([far.echo, far.sink])
      if (ssh) stops.push(ssh.stop)
      else console.log('ssh is left out: openssh-server is not installed.')
      const open = await openTunnel(server.url, tunnel.id, register.token)
      const contenders: Record<string, Open> = {
        direct: openTcp(far),
        relay: openTcp({ echo: echo!, sink: sink! }),
        ...(ssh && { 'ssh -R': openTcp({ echo: ssh.ports[0]!, sink: ssh.ports[1]! }) }),
        tunnel: open,
      }
      await compareThroughput(contenders)
      await compareLatency(contenders)
      await measureSlowStream(open)
      await measureIdle(server.url, server.pid, register, stops)
    } finally {
      for (const stop of stops) stop()
    }
  })
}

function start(program: string, options: unknown, stops: (() => void)[]) {
  const child = fork(new URL(`./tunnel/${program}`, import.meta.url), {
    env: { ...process.env, OPTIONS: JSON.stringify(options) },
  })
  stops.push(() => child.kill('SIGKILL'))
  return child
}

async function answer<Message>(child: ReturnType<typeof fork>): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message]
  return message
}

// The limit of a user.
const tunnelsEach = 50

/** Signs up and returns a function that registers and claims a tunnel, for further users once the first has enough. */
async function prepare(url: string) {
  let users = 0
  const join = () =>
    signUp(clientFor(url, null), {
      name: 'Ada Lovelace',
      email: `ada${++users}@example.com`,
      password: 'the password of Ada',
    })
  const { token } = await join()
  let call = clientFor(url, token)
  let count = 0
  const register = async () => {
    if (++count % tunnelsEach === 0) call = clientFor(url, (await join()).token)
    const { nonce } = await call('tunnels.register', { name: `Machine ${count}` })
    const machine = { hostname: 'bench', platform: process.platform, version: '0.1.0' }
    const claimed = await call('tunnels.claim', { nonce, machine })
    return { id: claimed.tunnel.id, token: claimed.token }
  }
  return Object.assign(register, { token })
}

async function transfer(open: Open, target: Target, bytes: number): Promise<void> {
  const pipe = await open(target)
  const done = new Promise<void>((resolve) => pipe.onData(() => resolve()))
  const chunk = new Uint8Array(64 * 1024 - 5)
  for (let sent = 0; sent < bytes; sent += chunk.length) await pipe.write(chunk)
  pipe.end()
  await done
}

async function compareThroughput(contenders: Record<string, Open>): Promise<void> {
  const results = await interleaved(contenders, async (open) => {
    const startedAt = performance.now()
    await transfer(open, 'sink', megabytes * 1e6)
    return megabytes / ((performance.now() - startedAt) / 1000)
  })
  console.log(`Throughput, ${megabytes} MB over one stream, median of ${rounds}`)
  for (const [name, speeds] of Object.entries(results)) console.log(`  ${name.padEnd(8)} ${rate(speeds)}`)
  const [ours, relay, ssh] = ['tunnel', 'relay', 'ssh -R'].map(
    (name) => results[name] && median(results[name]),
  )
  console.log(
    `  tunnel / relay ${(ours! / relay!).toFixed(2)}x (goal ≥ 0.5x): ${ours! >= relay! / 2 ? 'met' : 'MISSED'}`,
  )
  if (ssh !== undefined)
    console.log(
      `  tunnel / ssh   ${(ours! / ssh).toFixed(2)}x (goal > 1x): ${ours! > ssh ? 'met' : 'MISSED'}`,
    )
}

const rate = (speeds: number[]) => `${median(speeds).toFixed(0).padStart(6)} MB/s`

async function compareLatency(contenders: Record<string, Open>): Promise<void> {
  const results = await interleaved(contenders, async (open) => percentiles(await measureRoundTrips(open)))
  console.log(`Round trip of 64 bytes, ${roundTrips} each, median of ${rounds}`)
  const at = (name: string, part: 'p50' | 'p99') => median(results[name]!.map((each) => each[part]))
  for (const name of Object.keys(contenders))
    console.log(`  ${name.padEnd(8)} p50 ${ms(at(name, 'p50'))}   p99 ${ms(at(name, 'p99'))}`)
  const added = at('tunnel', 'p50') - at('direct', 'p50')
  console.log(
    `  added by the tunnel: p50 ${ms(added)} (goal < 1 ms): ${added < 1 ? 'met' : 'MISSED'}, p99 ${ms(at('tunnel', 'p99') - at('direct', 'p99'))}`,
  )
}

async function measureRoundTrips(open: Open): Promise<number[]> {
  const pipe = await open('echo')
  let arrived: () => void = () => {}
  pipe.onData(() => arrived())
  const message = new Uint8Array(64)
  const times: number[] = []
  for (let trip = 0; trip < roundTrips; trip++) {
    const startedAt = performance.now()
    const echoed = new Promise<void>((resolve) => (arrived = resolve))
    void pipe.write(message)
    await echoed
    times.push(performance.now() - startedAt)
  }
  pipe.end()
  return times
}

/** Compares 99 fast streams alone with the same beside one that its reader never reads. */
async function measureSlowStream(open: Open): Promise<void> {
  const fast = async () => {
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 99 }, () => transfer(open, 'sink', 1e6)))
    return performance.now() - startedAt
  }
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const before = await fast()
    const stuck = await open('stuck')
    void stuck.write(new Uint8Array(4e6))
    const after = await fast()
    stuck.end()
    if (round > 0) {
      alone.push(before)
      beside.push(after)
    }
  }
  console.log(`99 fast streams of 1 MB each, median of ${rounds}`)
  console.log(
    `  alone ${ms(median(alone))}, beside a stream that nobody reads ${ms(median(beside))}: ${(median(beside) / median(alone)).toFixed(2)}x`,
  )
}

async function measureIdle(
  url: string,
  pid: number,
  register: () => Promise<{ token: string }>,
  stops: (() => void)[],
): Promise<void> {
  const tokens: string[] = []
  while (tokens.length < idleTunnels) tokens.push((await register()).token)
  const before = residentBytes(pid)
  await answer(start('machine.ts', { url, tokens }, stops))
  const each = (residentBytes(pid) - before) / idleTunnels
  console.log(`${idleTunnels} idle tunnels: ${(each / 1024).toFixed(1)} KiB of the server's memory each`)
}

function residentBytes(pid: number): number {
  const [, pages] = fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return Number(pages) * 4096
}

/** Measures the contenders in turns, so that other load on the machine affects all of them. The first round warms up. */
async function interleaved<Result>(
  contenders: Record<string, Open>,
  measure: (open: Open) => Promise<Result>,
): Promise<Record<string, Result[]>> {
  const results: Record<string, Result[]> = {}
  for (let round = 0; round <= rounds; round++)
    for (const [name, open] of Object.entries(contenders)) {
      const result = await measure(open)
      if (round > 0) (results[name] ??= []).push(result)
    }
  return results
}

function percentiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length * 0.5)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

const ms = (value: number) => `${value.toFixed(3)} ms`
