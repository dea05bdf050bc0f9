import { z } from 'zod'
import { changeRow, concerning } from '../../../operations/rows.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { lockMember } from '../../membership/lock.ts'
import { onWorkspace, requireRight } from './access.ts'
import { findOwner } from './find-owner.ts'
import { showWorkspace } from './show-workspaces.ts'
import type { WorkspaceRow } from './tables.ts'
import { Workspace, workspaceFields, workspaceKind, workspaceRef } from './workspace.ts'

export const updateWorkspace = operation({
  id: 'workspaces.update',
  summary: 'Change the name or description of a workspace, or transfer it to another owner.',
  http: 'PUT /api/workspaces/:workspace',
  aliases: ['PATCH /api/workspaces/:workspace'],
  access: onWorkspace('edit'),
  input: z.object({
    workspace: workspaceRef,
    name: workspaceFields.name.optional(),
    description: workspaceFields.description.optional(),
    owner: workspaceFields.owner
      .optional()
      .describe('Username or id of the member to transfer the workspace to.'),
  }),
  output: Workspace,
}).run(async (ctx, { workspace: _, owner, ...set }) => {
  const { right, ...before } = ctx.workspace
  const owner_id = owner === undefined ? before.owner_id : await findOwner(ctx, owner)
  if (owner_id === before.owner_id) {
    await changeRow<WorkspaceRow>(ctx, workspaceKind, before, set)
    return showWorkspace(ctx, before.id)
  }
  requireRight({ right }, 'manage')
  if (!(await lockMember(ctx.db, before.organization_id, owner_id))) reject('gone_meanwhile')
  const type = 'workspace.transferred'
  const { version } = await changeRow<WorkspaceRow>(ctx, workspaceKind, before, { ...set, owner_id }, type)
  // `changeRow` notifies the new owner. This second event notifies the previous owner.
  const changes = { ownerId: { from: before.owner_id, to: owner_id } }
  ctx.record({ type, ...concerning(workspaceKind, before), version, changes })
  return showWorkspace(ctx, before.id)
})
