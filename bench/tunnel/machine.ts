import net from 'node:net'
import { WebSocket } from 'ws'
import { sendLine } from '../../server/platform/json-lines.ts'
import { type MuxStream, Multiplexer } from '../../server/platform/multiplexer.ts'
import { createWsTransport, dialOptions } from '../../server/platform/ws-transport.ts'

/*
 * The far end of every contender, in one process: `echo` sends back what it gets, and `sink` reads everything and
 * responds with one byte at the end. As a machine it dials the service with each token; for the relay and ssh it
 * listens on two ports.
 */
const { url, tokens } = JSON.parse(process.env.OPTIONS!) as { url: string; tokens: string[] }

const server = (name: string) => ({ name, description: name, mode: 'allow', transport: 'stdio' })
const declaration = {
  requesters: { me: true, agents: true, people: [] },
  actions: [],
  servers: [server('echo'), server('sink'), server('stuck')],
}
const machine = { hostname: 'bench', platform: process.platform, version: '0.1.0' }

function connect(token: string): Promise<void> {
  return new Promise((resolve, fail) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/tunnels/reverse`, {
      headers: { Authorization: `Bearer ${token}` },
      ...dialOptions(url),
    })
    socket.on('error', fail)
    socket.on('open', () => {
      const connection = new Multiplexer(createWsTransport(socket), { dialer: true, accept: serve })
      void connection.closed.then(({ code, reason }) => fail(new Error(`closed with ${code} ${reason}`)))
      const control = connection.open({ kind: 'control', protocol: 1 })
      control.onData((chunk) => {
        control.consume(chunk.length)
        resolve()
      })
      sendLine(control, { type: 'hello', machine, declaration, known: [] })
    })
  })
}

function serve(stream: MuxStream): void {
  const { server: name } = stream.header as { server: string }
  // `stuck` never reads, as a program that hangs.
  if (name === 'stuck') return stream.onData(() => {})
  stream.onData((chunk) => {
    if (name === 'echo') stream.write(chunk.slice())
    stream.consume(chunk.length)
  })
  stream.onEnd(() => {
    if (name === 'sink') stream.write(new Uint8Array(1))
    stream.end()
  })
}

function listen(serveSocket: (socket: net.Socket) => void): Promise<number> {
  return new Promise((resolve) => {
    const listener = net.createServer({ allowHalfOpen: true, noDelay: true }, serveSocket)
    listener.listen(0, '127.0.0.1', () => resolve((listener.address() as net.AddressInfo).port))
  })
}

const echo = await listen((socket) => void socket.on('error', () => {}).pipe(socket))
const sink = await listen((socket) => {
  socket.on('error', () => {}).on('end', () => socket.end('.'))
  socket.resume()
})
for (let at = 0; at < tokens.length; at += 50) await Promise.all(tokens.slice(at, at + 50).map(connect))
process.send!({ echo, sink })
