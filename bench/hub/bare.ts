import http from 'node:http'
import { WebSocketServer } from 'ws'

/**
 * The minimum cost of a broadcast with the same library: sends each posted message to all clients. No credential,
 * topic, journal or order.
 */
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
const server = http.createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.method === 'POST') {
      const message = Buffer.concat(parts)
      for (const socket of sockets.clients) socket.send(message, { binary: false })
    }
    response.end(`baton_nodejs_heap_size_used_bytes ${process.memoryUsage().heapUsed}`)
  })
})
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (opened) => {
    opened.on('error', () => {})
    // Responds like the live hub, so that the same clients work.
    opened.on('message', () => opened.send('{"type":"subscribed"}'))
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
