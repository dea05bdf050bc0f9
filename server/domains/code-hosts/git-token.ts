import type { App } from '../../operations/context.ts'
import { type HostedRepo, credentialOf } from './credential.ts'

/**
 * Returns the token with which git reads a repository over HTTP. Undefined for a public one. Throws `HostUnavailable` if
 * its account or connection can't be used. Call it only right before reading the repository.
 */
export async function gitTokenOf(app: App, repo: HostedRepo): Promise<string | undefined> {
  return (await credentialOf(app, repo)).token
}
