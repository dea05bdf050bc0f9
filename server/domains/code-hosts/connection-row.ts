import type { Queries } from '../../database/connect.ts'
import type { Rows } from '../../database/row-types.ts'
import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import { installationToken } from './app-token.ts'

/** A connection of an organization to a code host, with its encrypted secret. */
export type ConnectionRow = Rows['code_hosts']

/** The purpose under which the secret of a connection is encrypted. */
export function connectionPurpose(id: string): string {
  return `code host ${id}`
}

export async function findConnectionRow(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await db.run<ConnectionRow>(
    sql`select * from code_hosts where id = ${id} and organization_id = ${organizationId}`,
  )
  return row
}

/** Returns the token of a connection. An app requests one for its installation. */
export async function connectionToken(app: App, row: ConnectionRow): Promise<string> {
  const secret = app.secrets.decrypt(connectionPurpose(row.id), row.secret)
  if (row.kind === 'token') return secret
  const { api_url: apiUrl, app_id: appId, installation_id: installationId } = row
  const of = { apiUrl, appId: appId!, installationId: installationId!, privateKey: secret }
  // The version changes with the secret, so that a replaced key ends the use of the old one.
  return (await installationToken(app, `${row.id} ${row.version}`, of)).token
}
