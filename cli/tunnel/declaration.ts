import type { FieldSchema, FlatSchema } from '../../server/platform/flat-schema.ts'
import { maxEntries, maxFileBytes, maxPathBytes } from './limits.ts'
import type {
  CommandPermission,
  FolderPermission,
  Mode,
  Permissions,
  Requesters,
  ServerPermission,
  SyncPermission,
} from './permissions.ts'

/** The actions that the machine allows, as the service stores them. It contains no absolute path. */
export interface Declaration {
  requesters: Requesters
  actions: DeclaredAction[]
  servers: { name: string; description: string; mode: Mode; transport: 'stdio' | 'http' }[]
}

export type ActionName =
  | 'get_status'
  | 'list_tools'
  | 'run_tool'
  | 'read_file'
  | 'write_file'
  | 'list_files'
  | 'run_command'
  | 'run_tests'
  | 'sync_workspace'

export interface DeclaredAction {
  action: ActionName
  /** The name of the folder, command, test suite, MCP server or synced folder. Null for get_status. */
  target: string | null
  title: string
  description: string
  mode: Mode
  input: FlatSchema
  /** Default and maximum. */
  timeoutSeconds: number
}

/** Returns the declaration that the permissions allow. */
export function declarationOf(permissions: Permissions): Declaration {
  const { requesters, folders, commands, tests, servers, syncs } = permissions
  return {
    requesters,
    actions: [
      statusAction,
      ...[...folders.values()].flatMap(fileActions),
      ...[...commands.values()].map((command) => commandAction('run_command', command)),
      ...[...tests.values()].map((suite) => commandAction('run_tests', suite)),
      ...[...servers.values()].flatMap(toolActions),
      ...[...syncs.values()].map(syncAction),
    ],
    servers: [...servers.values()].map(({ name, description, mode, transport }) => ({
      name,
      description,
      mode,
      transport,
    })),
  }
}

const statusAction: DeclaredAction = {
  action: 'get_status',
  target: null,
  title: 'Show the status of the machine',
  description: 'Returns system, uptime, load, free memory and the number of active runs.',
  mode: 'allow',
  input: schemaOf({}),
  timeoutSeconds: 30,
}

const pathField: FieldSchema = {
  type: 'string',
  title: 'Path',
  description: 'Relative to the folder, with "/".',
  minLength: 1,
  maxLength: maxPathBytes,
}

function fileActions({ name: target, read, write }: FolderPermission): DeclaredAction[] {
  const shared = { target, timeoutSeconds: 60 }
  const actions: DeclaredAction[] = []
  if (read)
    actions.push(
      {
        ...shared,
        action: 'list_files',
        title: `List the files in ${target}`,
        description: 'Returns names, types, sizes and times of the entries of one folder.',
        mode: read,
        input: schemaOf({
          path: { ...pathField, minLength: 0, default: '' },
          limit: { type: 'integer', title: 'Limit', minimum: 1, maximum: maxEntries, default: 200 },
        }),
      },
      {
        ...shared,
        action: 'read_file',
        title: `Read a file in ${target}`,
        description:
          'Returns the content as text, or as base64 if it is not UTF-8. Long files are read in parts.',
        mode: read,
        input: schemaOf(
          {
            path: pathField,
            offset: { type: 'integer', title: 'First byte', minimum: 0, default: 0 },
            length: {
              type: 'integer',
              title: 'Bytes',
              minimum: 1,
              maximum: maxFileBytes,
              default: maxFileBytes,
            },
          },
          ['path'],
        ),
      },
    )
  if (write)
    actions.push({
      ...shared,
      action: 'write_file',
      title: `Write a file in ${target}`,
      description: 'Creates or replaces a file. Pass ifSha256 to replace only the content that you read.',
      mode: write,
      input: schemaOf(
        {
          path: pathField,
          // Base64 is a third longer than its bytes. The action checks the bytes.
          content: { type: 'string', title: 'Content', maxLength: Math.ceil(maxFileBytes / 3) * 4 },
          encoding: { type: 'string', title: 'Encoding', enum: ['utf8', 'base64'], default: 'utf8' },
          ifSha256: {
            type: 'string',
            title: 'Only if the SHA-256 is',
            description: 'Replaces only this content. Empty: the file must not exist.',
            pattern: '([0-9a-f]{64})?',
          },
        },
        ['path', 'content'],
      ),
    })
  return actions
}

function commandAction(action: 'run_command' | 'run_tests', command: CommandPermission): DeclaredAction {
  const { name, description, mode, timeoutSeconds, parameters } = command
  const fields = [...parameters].map(([parameter, { schema }]) => [parameter, schema])
  const required = [...parameters].filter(([, each]) => each.required).map(([parameter]) => parameter)
  return {
    action,
    target: name,
    title: action === 'run_tests' ? `Run the tests ${name}` : `Run ${name}`,
    description,
    mode,
    input: schemaOf(Object.fromEntries(fields) as FlatSchema['properties'], required),
    timeoutSeconds,
  }
}

/** Tools can be listed without consent: a person decides about a call only after reading which tools there are. */
function toolActions({ name: target, description, mode }: ServerPermission): DeclaredAction[] {
  return [
    {
      action: 'list_tools',
      target,
      title: `List the tools of ${target}`,
      description,
      mode: mode === 'ask' ? 'allow' : mode,
      input: schemaOf({}),
      timeoutSeconds: 60,
    },
    {
      action: 'run_tool',
      target,
      title: `Run a tool of ${target}`,
      description,
      mode,
      input: schemaOf(
        {
          tool: { type: 'string', title: 'Tool', minLength: 1, maxLength: 200 },
          arguments: { type: 'object', title: 'Arguments' },
        },
        ['tool'],
      ),
      timeoutSeconds: 600,
    },
  ]
}

function syncAction({ name, mode }: SyncPermission): DeclaredAction {
  return {
    action: 'sync_workspace',
    target: name,
    title: `Sync ${name}`,
    description: 'Runs "baton sync" in the folder.',
    mode,
    input: schemaOf({}),
    timeoutSeconds: 600,
  }
}

function schemaOf(properties: FlatSchema['properties'], required: string[] = []): FlatSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}
