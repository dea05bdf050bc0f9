import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import type { App } from '../../../operations/context.ts'
import { CodeHostFailure } from '../../../platform/code-host.ts'
import { isAllowed, requirePublicName } from '../../../platform/external-url.ts'
import { explainHostFailure } from '../../code-hosts/explain-host-failure.ts'
import { type HostedRepo, type RepoHost, openRepoHost } from '../../code-hosts/open-host.ts'
import { newHookSecret, sealHookSecret, webhookEvents, webhookUrl } from '../hook-secret.ts'
import type { RepoRow } from '../repo.ts'

/**
 * Returns whether the code host can send webhooks to this instance: over https on the public internet, or from a host
 * that the operator allowed, which is in the same network.
 */
export function canReceive({ config }: App, { api_url }: Pick<RepoRow, 'api_url'>): boolean {
  if (api_url === null) return false
  if (isAllowed(new URL(api_url), config.REPO_HOSTS)) return true
  const url = new URL(config.APP_URL)
  if (url.protocol !== 'https:') return false
  try {
    requirePublicName(url, [])
    return true
  } catch {
    return false
  }
}

/** Creates the webhook at the code host once. After a failure, only a person's sync tries it again. */
export async function ensureHook(
  app: App,
  repo: RepoRow,
  host: RepoHost,
  { isForced }: { isForced: boolean },
): Promise<void> {
  if (!canReceive(app, repo)) return
  const secret = newHookSecret()
  // Stored before the webhook exists, because its first delivery arrives immediately.
  const claimed = await app.database.run(
    sql`update repos set hook_secret = ${sealHookSecret(app.secrets, repo.id, secret)}, hook_failure = null,
        hook_received_at = null
      where id = ${repo.id} and deleted_at is null and hook_secret is null and (hook_failure is null or ${isForced})
      returning 1`,
  )
  if (claimed.length === 0) return
  try {
    const id = await createHook(host, webhookUrl(app.config.APP_URL, repo.id), secret)
    await app.database.run(sql`update repos set hook_id = ${id} where id = ${repo.id}`)
  } catch (error) {
    const failure = `${explainHook(host, error)} Add the webhook at ${host.host.host} yourself, or let Baton poll.`
    await app.database.run(
      sql`update repos set hook_secret = null, hook_failure = ${failure} where id = ${repo.id}`,
    )
  }
}

function explainHook({ host }: RepoHost, error: unknown): string {
  if (error instanceof CodeHostFailure && [403, 404].includes(error.status))
    return `The account can't create webhooks at ${host.host}.`
  return explainHostFailure(host, error).message
}

const Hook = z.object({ id: z.union([z.int(), z.string().max(100)]), config: z.object({ url: z.string() }) })

async function createHook({ host, name }: RepoHost, url: string, secret: string): Promise<string> {
  const path = `/repos/${name}/hooks`
  const hook = {
    name: 'web',
    // Gitea and Forgejo require a type.
    ...(host.host !== 'api.github.com' && { type: 'gitea' }),
    active: true,
    events: webhookEvents,
    config: { url, content_type: 'json', secret, insecure_ssl: '0' },
  }
  // An earlier webhook with this URL has a secret that no longer counts.
  const { items } = await host.getPage(path, { per_page: 100 })
  for (const item of items) {
    const { data } = Hook.safeParse(item)
    if (data?.config.url === url) await host.send('DELETE', `${path}/${encodeURIComponent(data.id)}`)
  }
  const created = Hook.pick({ id: true }).parse(await host.send('POST', path, hook))
  return String(created.id)
}

/** Deletes the webhook that Baton created at the code host. A webhook that remains there is rejected here. */
export async function deleteHook(app: App, repo: HostedRepo & Pick<RepoRow, 'hook_id'>): Promise<void> {
  if (repo.hook_id === null) return
  try {
    const host = await openRepoHost(app, repo)
    await host?.host.send('DELETE', `/repos/${host.name}/hooks/${encodeURIComponent(repo.hook_id)}`)
  } catch (error) {
    app.log.info(
      { repo: repo.id, reason: (error as Error).message },
      'a webhook was not deleted at its code host',
    )
  }
}
