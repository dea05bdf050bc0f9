import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import { ownSession, ownSessionRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { createCredential, newCredentialInput } from './create-credential.ts'
import { Credential, NewCredential, Revoked, credentialRef } from './credential.ts'
import { listCredentials, revokeCredential } from './own-credentials.ts'

export const createApiKey = operation({
  id: 'credentials.createApiKey',
  summary: 'Create an API key for programs that call the web API.',
  http: 'POST /api/settings/api-keys',
  access: ownSessionRecently,
  created: true,
  input: z.object(newCredentialInput),
  output: NewCredential,
}).run((ctx, input) => createCredential(ctx, 'api_key', input))

export const listApiKeys = operation({
  id: 'credentials.listApiKeys',
  summary: 'List your API keys without their values.',
  http: 'GET /api/settings/api-keys',
  shows: ['api_key'],
  access: ownSession,
  input: z.object({}),
  output: pageOf(Credential),
}).run((ctx) => listCredentials(ctx, 'api_key'))

export const revokeApiKey = operation({
  id: 'credentials.revokeApiKey',
  summary: 'Revoke an API key. It stops working immediately.',
  http: 'DELETE /api/settings/api-keys/:apiKey',
  access: ownSession,
  destructive: true,
  input: z.object({ apiKey: credentialRef.meta({ refers: 'apiKey' }) }),
  output: Revoked,
}).run((ctx, input) => revokeCredential(ctx, 'api_key', input.apiKey))
