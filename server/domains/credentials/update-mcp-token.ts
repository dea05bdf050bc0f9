import { z } from 'zod'
import { differences } from '../../database/rows.ts'
import { ownSession } from '../../operations/access.ts'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { recordOwn } from '../accounts/record-own.ts'
import { newCredentialInput } from './create-credential.ts'
import { Credential, credentialFromRow, credentialRef } from './credential.ts'
import { lockCredential } from './own-credentials.ts'
import { toolProfileField } from './tool-profile.ts'

// What it may do and reach is not among this: whoever has the token would be given more than it was made for.
export const updateMcpToken = operation({
  id: 'credentials.updateMcpToken',
  summary: 'Rename an MCP token, or show it other tools. Its scopes, project and agent stay as they are.',
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
    rejectField('name', 'Give another name, another profile or both. Nothing else of a token can be changed.')
  const before = credentialFromRow(row)
  const changes = differences(before, set)
  if (Object.keys(changes).length === 0) return before
  const { name = before.name, profile = before.profile } = set
  await ctx.db.run('update credentials set name = $2, tool_profile = $3 where id = $1', [
    ...[before.id, name, profile],
  ])
  // Whoever holds its streams open reads of it in the journal, and tells them that the list of tools is another.
  recordOwn(ctx, owner, 'mcp_token.updated', { kind: 'mcp_token', id: before.id, key: name }, undefined, {
    changes,
  })
  return { ...before, name, profile }
})
