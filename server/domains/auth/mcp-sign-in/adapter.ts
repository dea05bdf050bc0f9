import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { App } from '../../../operations/context.ts'
import { slideCredential } from '../credentials/lifetimes.ts'
import { revokeByClient } from '../credentials/revoke-credentials.ts'
import {
  type ArtifactKind,
  deleteArtifact,
  deleteByCredential,
  findArtifact,
  storeArtifact,
  consumeArtifact,
} from './artifacts.ts'
import { findClient, noteUse } from './clients.ts'

/** Returns the authorization server's storage for one kind of record, in the database that all nodes share. */
export function createAdapter(app: App, kind: string): Adapter {
  if (kind === 'Client')
    return { ...emptyAdapter, find: (id) => findClient(app.database, id) as Promise<AdapterPayload> }
  // The authorization server stores no sessions, so the user decides about every request.
  if (kind === 'Session') return emptyAdapter
  return artifactAdapter(app, kind as ArtifactKind)
}

function artifactAdapter(app: App, kind: ArtifactKind): Adapter {
  const { database, secrets } = app
  return {
    ...emptyAdapter,
    async upsert(id, payload, seconds) {
      await storeArtifact(database, secrets, { kind, id, payload, seconds: seconds! })
      if (kind !== 'AccessToken' && kind !== 'RefreshToken') return
      // The credential must live as long as the newest token that the client can use.
      await slideCredential(database, payload.grantId!, seconds!)
      if (payload.clientId !== undefined) await noteUse(database, payload.clientId)
    },
    async find(id) {
      return findArtifact(database, secrets, kind, id)
    },
    async consume(id) {
      const result = await consumeArtifact(database, kind, id)
      if (result.first) return
      // Reuse means that the value may be stolen, so the whole credential is revoked.
      if (result.credential !== null) await revokeByClient(app, result.credential)
      throw new errors.InvalidGrant('the grant was already used')
    },
    async destroy(id) {
      // A grant is the credential that the user created. Revoking it also closes its streams.
      if (kind === 'Grant') await revokeByClient(app, id)
      await deleteArtifact(database, kind, id)
    },
    revokeByGrantId: (grantId) => deleteByCredential(database, kind, grantId),
  }
}

const emptyAdapter: Adapter = {
  async upsert() {},
  async find() {},
  async findByUserCode() {},
  async findByUid() {},
  async consume() {},
  async destroy() {},
  async revokeByGrantId() {},
}
