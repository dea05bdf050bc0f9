import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { type DoorAddress, doorFile } from './backup-door.ts'

/**
 * Sends a request to the server that locks the data folder. Returns undefined if the process that locks the folder isn't
 * a server on this machine.
 */
export async function callDoor(
  dataFolder: string,
  path: `/${string}`,
  body = '',
): Promise<http.IncomingMessage | undefined> {
  try {
    const { port, token } = JSON.parse(fs.readFileSync(doorFile(dataFolder), 'utf8')) as DoorAddress
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path,
      headers: { Authorization: `Bearer ${token}` },
      // The default agent can send requests, and so the token, to a proxy.
      agent: new http.Agent(),
    })
    request.end(body)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return response
  } catch {
    return undefined
  }
}
