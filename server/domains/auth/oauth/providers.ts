import type { Config } from '../../../config.ts'
import type { App } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { providerName } from '../accounts/identity.ts'
import { github } from './github.ts'
import { openIdConnect } from './openid-connect.ts'
import {
  type Client,
  type Provider,
  type ProviderId,
  type Providers,
  providerIds,
} from '../../../operations/sign-in-provider.ts'

export function createProviders(config: Config): Providers {
  const providers = providerIds.flatMap((id) => {
    const client = readClient(id, config)
    return client ? [createProvider(id, client, config)] : []
  })
  return new Map(providers.map((provider) => [provider.id, provider]))
}

export function requireProvider({ providers }: App, id: string): Provider {
  const known = providerIds.find((candidate) => candidate === id)
  if (!known) reject('not_found', { kind: 'provider', ref: id })
  const variables = `${known.toUpperCase()}_CLIENT_ID and ${known.toUpperCase()}_CLIENT_SECRET`
  return providers.get(id) ?? reject('provider_not_configured', { provider: providerName(id), variables })
}

function readClient(id: ProviderId, config: Config): Client | undefined {
  const name = id.toUpperCase() as Uppercase<ProviderId>
  const [clientId, secret] = [config[`${name}_CLIENT_ID`], config[`${name}_CLIENT_SECRET`]]
  return clientId && secret ? { id: clientId, secret } : undefined
}

function createProvider(id: ProviderId, client: Client, config: Config): Provider {
  const issuer = config[`${id.toUpperCase() as Uppercase<ProviderId>}_ISSUER`]
  return issuer
    ? openIdConnect(id, client, new URL(issuer))
    : github(client, config.GITHUB_URL, config.GITHUB_API_URL)
}
