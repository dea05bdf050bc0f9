import { ActionError } from '../action-error.ts'
import type { RunOrder } from '../messages.ts'
import type { AllowedFolder } from '../paths.ts'
import type { ActionContext, Outcome } from './context.ts'
import { getStatus } from './get-status.ts'
import { listFiles } from './list-files.ts'
import { readFile } from './read-file.ts'
import { runCommand } from './run-command.ts'
import { runTests } from './run-tests.ts'
import { syncWorkspace } from './sync-workspace.ts'
import { writeFile } from './write-file.ts'

/** Performs the action of a run that the gate let through, so its input has the declared types. */
export async function perform(order: RunOrder, context: ActionContext): Promise<Outcome> {
  const { permissions, mcp, signal, onProgress } = context
  const { action, input, requester, session } = order
  const target = order.target ?? ''
  switch (action) {
    case 'get_status':
      return getStatus(context)
    case 'list_files':
      return listFiles(folderOf(target, context), input)
    case 'read_file':
      return readFile(folderOf(target, context), input as Parameters<typeof readFile>[1])
    case 'write_file':
      return writeFile(folderOf(target, context), input as Parameters<typeof writeFile>[1])
    case 'run_command':
      return runCommand(found(permissions.commands.get(target)), input, context)
    case 'run_tests':
      return runTests(found(permissions.tests.get(target)), input, context)
    case 'sync_workspace':
      return syncWorkspace(found(permissions.syncs.get(target)), context)
    case 'list_tools':
      return { result: await mcp.listTools(target, signal) }
    case 'run_tool': {
      const call = { ...(input as { tool: string }), session, requester }
      return { result: await mcp.callTool(target, call, { signal, onProgress }) }
    }
    default:
      throw new ActionError('This machine does not know the action. Update Baton on it.')
  }
}

function folderOf(target: string, { permissions, closed }: ActionContext): AllowedFolder {
  return { ...found(permissions.folders.get(target)), closed }
}

/** The permission file can change between the gate and here. */
function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ActionError('The owner no longer allows this action.')
  return value
}
