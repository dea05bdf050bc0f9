import fs from 'node:fs'
import Fastify from 'fastify'

/** The minimum cost of a page: Fastify sends the bytes of a file from memory, with their type. */
const body = fs.readFileSync(process.env.PAGE!)
const http = Fastify()
http.get('/health', () => ({ status: 'ok' }))
http.get('/pages/:slug', (_request, reply) => reply.type('text/html; charset=utf-8').send(body))
await http.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit(0))
