import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { App } from '../../operations/context.ts'
import { slideCredential } from '../credentials/slide-credential.ts'
import { revokeByClient } from '../credentials/revoke-by-client.ts'
import {
  type ArtifactKind,
  dropArtifact,
  dropOfCredential,
  findArtifact,
  storeArtifact,
  useUp,
} from './artifacts.ts'
import { findClient, noteUse } from './clients.ts'

/** How the authorization server keeps what it makes: in our database, so that every node knows it. */
export function adapterFor(app: App, kind: string): Adapter {
  if (kind === 'Client')
    return { ...nothing, find: (id) => findClient(app.database, id) as Promise<AdapterPayload> }
  // Nobody is remembered here: whoever lets a client in is asked each time.
  if (kind === 'Session') return nothing
  return keptAs(app, kind as ArtifactKind)
}

function keptAs(app: App, kind: ArtifactKind): Adapter {
  const { database, secrets } = app
  return {
    ...nothing,
    async upsert(id, payload, seconds) {
      await storeArtifact(database, secrets, { kind, id, payload, seconds: seconds! })
      if (kind !== 'AccessToken' && kind !== 'RefreshToken') return
      // The credential lasts as long as the client can come back with one of these.
      await slideCredential(database, payload.grantId!, seconds!)
      if (payload.clientId !== undefined) await noteUse(database, payload.clientId)
    },
    async find(id) {
      return findArtifact(database, secrets, kind, id)
    },
    async consume(id) {
      const used = await useUp(database, kind, id)
      if (used.first) return
      // Two came with it at the same moment, and one of them has stolen it.
      if (used.credential !== null) await revokeByClient(app, used.credential)
      throw new errors.InvalidGrant('it was used already')
    },
    async destroy(id) {
      // A grant is what a person gave, and that is the credential: it ends, streams and all.
      if (kind === 'Grant') await revokeByClient(app, id)
      await dropArtifact(database, kind, id)
    },
    revokeByGrantId: (grantId) => dropOfCredential(database, kind, grantId),
  }
}

const nothing: Adapter = {
  async upsert() {},
  async find() {},
  async findByUserCode() {},
  async findByUid() {},
  async consume() {},
  async destroy() {},
  async revokeByGrantId() {},
}
