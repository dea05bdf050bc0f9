import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { concerning, expectVersion } from '../../operations/rows.ts'
import { onRepo } from './access.ts'
import { canReceive, deleteHook } from './host-state/hooks.ts'
import { pollMinutesOf } from './sync-jobs.ts'
import { newHookSecret, sealHookSecret, webhookEvents, webhookUrl } from './hook-secret.ts'
import { WebhookState, repoKind, repoRef, webhookStateOf } from './repo.ts'

const target = {
  url: z.string().describe('URL for the webhook at the code host.'),
  contentType: z.string().describe('Content type to choose there.'),
  events: z.array(z.string()).describe('Events to choose there.'),
}

export const getWebhookRepo = operation({
  id: 'repos.getWebhook',
  summary: 'Show the webhook through which the code host reports changes of a repository, and its state.',
  http: 'GET /api/repos/:repo/webhook',
  access: onRepo('view'),
  input: z.object({ repo: repoRef }),
  output: z
    .object({
      ...target,
      state: WebhookState,
      failure: z.string().nullable().describe('Reason why it could not be created, and what to do.'),
      createdAtHost: z.boolean().describe('Whether Baton created it at the code host.'),
      receivedAt: z.iso.datetime().nullable().describe('Time of the last delivery.'),
      pollMinutes: z.int().describe('Minutes between two syncs without a delivery.'),
    })
    .meta({ id: 'RepoWebhook' }),
}).run(async ({ app, repo }) => ({
  ...targetOf(app.config.APP_URL, repo.id),
  state: webhookStateOf(repo),
  failure:
    repo.hook_failure ?? (canReceive(app, repo) ? null : unreachable(app.config.APP_URL, repo.host_name)),
  createdAtHost: repo.hook_id !== null,
  receivedAt: repo.hook_received_at,
  pollMinutes: pollMinutesOf(repo),
}))

export const createWebhookRepo = operation({
  id: 'repos.createWebhook',
  summary:
    'Create a new secret for a webhook that you add at the code host yourself. It is shown only once and ends the old one.',
  http: 'POST /api/repos/:repo/webhook-secret',
  access: onRepo('edit'),
  outside: true,
  created: true,
  input: z.object({ repo: repoRef }),
  output: z.object({
    ...target,
    secret: z.string().describe('Secret that signs deliveries. Store it now: it is not shown again.'),
  }),
  // Runs outside a transaction, because it waits for the code host. The old webhook would fail from now on.
  async prepare({ app, repo }) {
    await deleteHook(app, repo)
    return {}
  },
}).run(async (ctx) => {
  const { app, repo } = ctx
  expectVersion(ctx, repo.version)
  const secret = newHookSecret()
  const [after] = await ctx.db.run<{ version: number }>(
    sql`update repos set hook_secret = ${sealHookSecret(app.secrets, repo.id, secret)}, hook_id = null,
      hook_failure = null, hook_received_at = null, version = version + 1, updated_at = now()
      where id = ${repo.id} returning version`,
  )
  ctx.record({
    type: 'repo.updated',
    ...concerning(repoKind, repo),
    version: after!.version,
    data: { webhook: 'secret replaced' },
  })
  return { ...targetOf(app.config.APP_URL, repo.id), secret }
})

/** Explains why Baton polls instead. */
function unreachable(appUrl: string, hostName: string | null): string {
  return hostName === null
    ? 'Baton knows no code host for this repository, so it polls. A webhook that you add yourself works too.'
    : `The code host can't reach ${appUrl}, so Baton polls. Webhooks need a public https URL in APP_URL.`
}

function targetOf(appUrl: string, repoId: string) {
  return { url: webhookUrl(appUrl, repoId), contentType: 'application/json', events: [...webhookEvents] }
}
