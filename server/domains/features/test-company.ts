import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Agent,
  type Engine,
  type Person,
  type TestServer,
  startOwnServer,
} from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'

/*
 * A fixture for feature tests: Ada owns the organization, Grace and Lin are members, and a local HTTP site serves as
 * the target of links.
 */
export interface Company {
  server: TestServer
  ada: Person
  grace: Person
  lin: Person
  site: string
  /** Sets the status that the site returns for a path. Default: 404 for `/404`, 200 for other paths. */
  setStatus(path: string, status: number): void
  stop(): Promise<void>
}

/** An allowed host that refuses connections. */
export const closedHost = '127.0.0.1:2'

export async function startCompany(engine: Engine): Promise<Company> {
  const statuses = new Map([['/404', 404]])
  const site = http.createServer((request, response) => {
    response.writeHead(statuses.get(request.url!) ?? 200).end()
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const server = await startOwnServer(engine, { LINK_CHECK_HOSTS: `${host}, ${closedHost}` })
  const ada = await server.register('Ada')
  const grace = await addMember(server, ada, 'member')
  const lin = await addMember(server, ada, 'member')
  await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
  return {
    server,
    ada,
    grace,
    lin,
    site: `http://${host}`,
    setStatus: (path, status) => void statuses.set(path, status),
    async stop() {
      await server.stop()
      site.closeAllConnections()
      site.close()
    },
  }
}

export function withKey(server: TestServer, token: string) {
  return server.client(token)
}

/** Connects an agent with this name for a person. */
export function namedAgent(person: Person, name: string): Promise<Agent> {
  return person.agent({ agent: name })
}

export const passing = '<testsuite name="web"><testcase name="opens"/><testcase name="closes"/></testsuite>'
export const failing = '1..2\nok 1 - opens\nnot ok 2 - closes\n'

export const verifiedReport = {
  kind: 'evidence',
  anyOf: ['test_report'],
  count: 1,
  verified: true,
} as const
