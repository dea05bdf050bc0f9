import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import { connectionToken, findConnectionRow } from './connection-row.ts'
import { explainHostFailure } from './explain-host-failure.ts'
import { isAtHost } from './host-urls.ts'
import { HostUnavailable } from './host-unavailable.ts'
import { openOwnAccount } from './own-account.ts'
import { tokenOf } from './repo-token.ts'

/** The columns of a repository that choose its credential. */
export interface HostedRepo {
  id: string
  access: 'token' | 'person' | 'organization'
  connected_by: string | null
  code_host_id: string | null
  api_url: string | null
  host_name: string | null
  url: string
}

export interface Credential {
  /** Undefined without any: a public repository. */
  token: string | undefined
  /** The account at the host. Null if unknown. */
  login: string | null
}

/**
 * Returns the credential for a repository. With `as`, a repository of access `person` uses the account of this user
 * instead of the one who connected it: a change at the host must carry the name of the user who makes it.
 */
export async function credentialOf(app: App, repo: HostedRepo, as?: string): Promise<Credential> {
  if (repo.access === 'token')
    return { token: await tokenOf(app.database, app.secrets, repo.id), login: null }
  const found = await (repo.access === 'person' ? accountFor(app, repo, as) : connectionFor(app, repo))
  // The token belongs to one host. A repository elsewhere must never receive it.
  if (found.apiUrl !== repo.api_url || !isAtHost(found.webUrl, repo.url))
    throw new HostUnavailable(
      `${new URL(found.webUrl).host} is another code host than the one of this repository.`,
      repo.access === 'person' ? 'connect_account' : 'ask_admin',
    )
  return { token: found.token, login: found.login }
}

async function accountFor(app: App, repo: HostedRepo, as: string | undefined) {
  const userId = as ?? repo.connected_by
  // A person who left the organization no longer lends their account to it.
  const [member] = await app.database.run(
    sql`select 1 from repos r join organization_members m on m.organization_id = r.organization_id
        join users u on u.id = m.user_id and u.suspended_at is null
      where r.id = ${repo.id} and m.user_id = ${userId}`,
  )
  const account = member && userId !== null ? await openOwnAccount(app, userId) : undefined
  if (!account)
    throw new HostUnavailable(
      as
        ? 'Connect your account at the code host in your settings first.'
        : 'The account that connected this repository is no longer connected. Connect the repository again.',
      'connect_account',
    )
  return account
}

async function connectionFor(app: App, repo: HostedRepo) {
  const [owner] = await app.database.run<{ organization_id: string }>(
    sql`select organization_id from repos where id = ${repo.id}`,
  )
  const row =
    owner && repo.code_host_id !== null
      ? await findConnectionRow(app.database, owner.organization_id, repo.code_host_id)
      : undefined
  if (!row)
    throw new HostUnavailable(
      'The organization is no longer connected to this code host. An admin can connect it again in the settings.',
      'ask_admin',
    )
  const { url: webUrl, api_url: apiUrl, login } = row
  const token = await connectionToken(app, row).catch((error: unknown) => {
    const { message, fix } = explainHostFailure({ host: new URL(apiUrl).host }, error)
    throw new HostUnavailable(message, fix === 'retry_later' ? fix : 'ask_admin')
  })
  return { webUrl, apiUrl, login, token }
}
