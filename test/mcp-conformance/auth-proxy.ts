import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AuthProxy {
  url: string
  close(): Promise<void>
}

/**
 * Adds a token to each request, because the suite can't send one. It changes nothing else, in particular not Host and
 * Origin: the suite tests that faking them fails.
 */
export async function startAuthProxy(target: string, token: string): Promise<AuthProxy> {
  const { hostname, port } = new URL(target)
  const proxy = http.createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    const { method, url: path } = request
    const onward = http.request({ host: hostname, port, method, path, headers }, (upstream) => {
      response.writeHead(upstream.statusCode!, upstream.headers)
      response.flushHeaders()
      upstream.pipe(response)
      upstream.on('error', () => response.destroy())
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
