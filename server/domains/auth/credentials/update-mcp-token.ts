import { z } from 'zod'
import { differences } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { ownSession } from '../../../operations/access.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { recordOwn } from '../../../operations/record-own.ts'
import { newCredentialInput } from './create-credential.ts'
import { Credential, credentialFromRow, credentialRef } from './credential.ts'
import { lockCredential } from './own-credentials.ts'
import { toolProfileField } from './tool-profile.ts'

// Scopes, project and agent can't change, because that would widen the access of an issued token.
export const updateMcpToken = operation({
  id: 'credentials.updateMcpToken',
  summary:
    'Change the name or tool profile of an MCP token. Its scopes, project and agent cannot be changed.',
  http: 'PATCH /api/settings/mcp-tokens/:mcpToken',
  access: ownSession,
  input: z.object({
    mcpToken: credentialRef.meta({ refers: 'mcpToken' }),
    name: newCredentialInput.name.optional(),
    profile: toolProfileField.optional(),
  }),
  output: Credential,
}).run(async (ctx, { mcpToken, ...set }) => {
  const { row, owner } = await lockCredential(ctx, 'mcp_token', mcpToken)
  if (set.name === undefined && set.profile === undefined)
    rejectField('name', 'Pass name, profile or both. Other fields of a token cannot be changed.')
  const before = credentialFromRow(row)
  const changes = differences(before, set)
  if (Object.keys(changes).length === 0) return before
  const { name = before.name, profile = before.profile } = set
  await ctx.db.run(
    sql`update credentials set name = ${name}, tool_profile = ${profile} where id = ${before.id}`,
  )
  // Nodes with open streams of the token read this event and notify the clients that the tool list changed.
  recordOwn(ctx, owner, 'mcp_token.updated', { kind: 'mcp_token', id: before.id, key: name }, undefined, {
    changes,
  })
  return { ...before, name, profile }
})
