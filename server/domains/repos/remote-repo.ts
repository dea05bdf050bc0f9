import { z } from 'zod'
import type { App } from '../../operations/context.ts'
import type { InOrganization } from '../../operations/access.ts'
import { isTestCredential } from '../../operations/caller.ts'
import { type HostUrls, isRepoName } from '../code-hosts/host-urls.ts'
import { openClient } from '../code-hosts/open-client.ts'
import { type OwnAccount, openOwnAccount } from '../code-hosts/own-account.ts'

/** A repository as the code host describes it. */
export const RemoteRepo = z.object({
  full_name: z.string().refine(isRepoName, "Its name isn't valid."),
  private: z.boolean().default(false),
  description: z.string().nullish(),
  default_branch: z.string().nullish(),
  pushed_at: z.iso.datetime({ offset: true }).nullish(),
  updated_at: z.iso.datetime({ offset: true }).nullish(),
})

/** A repository at its code host. */
export interface FoundRepo extends HostUrls {
  /** `owner/name`, as the host spells it. A renamed repository has its new name. */
  name: string
  isPrivate: boolean
}

/** Reads a repository at its code host. Throws the failure of the request. */
export async function readRemoteRepo(
  app: App,
  { webUrl, apiUrl }: HostUrls,
  token: string | undefined,
  name: string,
): Promise<FoundRepo> {
  const remote = RemoteRepo.parse(await openClient(app, { apiUrl, token }).get(`/repos/${name}`))
  return { webUrl, apiUrl, name: remote.full_name, isPrivate: remote.private }
}

/**
 * Returns the caller's own account. An administrator who acts as them must not use it, and a test credential reaches
 * only the sandbox.
 */
export async function accountOfCaller(
  app: App,
  { caller, user }: Pick<InOrganization, 'caller' | 'user'>,
): Promise<OwnAccount | undefined> {
  if (caller.kind === 'impersonation' || isTestCredential(caller)) return undefined
  return openOwnAccount(app, user.id)
}
