import type { App } from '../../operations/context.ts'
import { fetchExternal } from '../../platform/fetch-external.ts'
import { oauthClient } from './oauth-tokens.ts'
import { findAccountRow, openOwnAccount } from './own-account.ts'

const timeoutMs = 5000
const maxResponseBytes = 64 * 1024

/**
 * Revokes the authorization that a person gave Baton at the code host, with all its tokens. Returns the step that remains
 * if the code host doesn't confirm it: a host that can't be reached must not keep anyone from disconnecting.
 */
export async function revokeGrant(app: App, userId: string): Promise<string | null> {
  const row = await findAccountRow(app.database, userId)
  // A token that the person created stays theirs.
  if (row?.settings.method !== 'oauth') return null
  try {
    await deleteGrant(app, userId)
    return null
  } catch (error) {
    app.log.info(
      { user: userId, reason: (error as Error).message },
      'an authorization was not revoked at the code host',
    )
    const { host } = new URL(app.config.GITHUB_URL)
    return `Baton couldn't revoke its authorization at ${host}. Remove Baton from the authorized apps in your settings there.`
  }
}

/** Deletes the grant as the OAuth client, because a token can't revoke itself. Gitea and Forgejo lack this endpoint. */
async function deleteGrant(app: App, userId: string): Promise<void> {
  const {
    GITHUB_CLIENT_ID: id,
    GITHUB_CLIENT_SECRET: secret,
    GITHUB_API_URL: apiUrl,
    REPO_HOSTS,
  } = app.config
  const account = await openOwnAccount(app, userId)
  // The secret of the client must reach no other host than the one that it is registered at.
  if (!oauthClient(app.config) || account?.apiUrl !== apiUrl)
    throw new Error('The account belongs to another client.')
  const { host, hostname } = new URL(apiUrl)
  const { status } = await fetchExternal(`${apiUrl}/applications/${encodeURIComponent(id!)}/grant`, {
    method: 'DELETE',
    body: JSON.stringify({ access_token: account.token }),
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    allowed: [...REPO_HOSTS, host, hostname],
    maxBytes: maxResponseBytes,
    timeoutMs,
  })
  if (status !== 204) throw new Error(`It returned the status ${status}.`)
}
