import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { reject } from '../../errors/errors.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import { authorship, authorshipOf } from '../../operations/actor.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import type { Kind } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { ConnectionRow } from './connection-row.ts'

/** A connection of the organization to a code host. Its secret is never returned. */
export const CodeHostConnection = z
  .object({
    id: z.uuid(),
    url: z.string().describe('Web URL: https://github.com.'),
    apiUrl: z.string().describe('URL of its REST API.'),
    kind: z.enum(['token', 'app']),
    hint: z.string().nullable().describe('Last four characters of the token, for owners and admins.'),
    appId: z.string().nullable(),
    installationId: z.string().nullable(),
    login: z.string().nullable().describe('Account or app at the code host.'),
    scopes: z.array(z.string()).describe('Scopes of the token, or permissions of the app.'),
    checkedAt: z.iso.datetime().nullable().describe('Time of the last test.'),
    failure: z.string().nullable().describe('Reason why the last test failed.'),
    ...authorship,
    may: z
      .object({ edit: z.boolean().describe('Replace its secret, test it and disconnect it.') })
      .describe('Actions that the caller can perform.'),
  })
  .meta({ id: 'CodeHostConnection' })

export const connectionKind: Kind<ConnectionRow> = { name: 'code_host', table: 'code_hosts', key: 'url' }

export const connectionRef = reference('code_host', 'Connection to a code host: its id.')

export function connectionFromRow(
  row: ConnectionRow,
  { caller, organization }: Pick<InOrganization, 'caller' | 'organization'>,
): z.output<typeof CodeHostConnection> {
  const isAdmin = hasRole(organization, 'admin')
  return {
    id: row.id,
    url: row.url,
    apiUrl: row.api_url,
    kind: row.kind,
    hint: isAdmin ? row.hint : null,
    appId: row.app_id,
    installationId: row.installation_id,
    login: row.login,
    scopes: row.scopes,
    checkedAt: row.checked_at,
    failure: row.failure,
    ...authorshipOf(row),
    may: may(caller, { edit: isAdmin }),
  }
}

export async function findConnection(
  db: Queries,
  { organization }: Pick<InOrganization, 'organization'>,
  ref: string,
): Promise<ConnectionRow> {
  const [row] = anyUuid.test(ref)
    ? await db.run<ConnectionRow>(
        sql`select * from code_hosts where organization_id = ${organization.id} and id = ${ref}`,
      )
    : []
  return row ?? reject('not_found', { kind: 'code host', ref })
}

export function connectionsOf(db: Queries, organizationId: string): Promise<ConnectionRow[]> {
  return db.run<ConnectionRow>(
    sql`select * from code_hosts where organization_id = ${organizationId} order by url`,
  )
}
