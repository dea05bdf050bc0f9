import type { FieldSchema } from '../../server/platform/flat-schema.ts'

/** `allow` runs immediately, `ask` waits for the owner's consent, `reject` never runs. */
export type Mode = 'allow' | 'ask' | 'reject'

/** The content of the permission file. Everything that the owner didn't write is missing here, and so isn't allowed. */
export interface Permissions {
  /** The permission file, which no action can change. */
  file: string
  requesters: Requesters
  folders: Map<string, FolderPermission>
  commands: Map<string, CommandPermission>
  tests: Map<string, CommandPermission>
  servers: Map<string, ServerPermission>
  syncs: Map<string, SyncPermission>
}

export interface Requesters {
  me: boolean
  agents: boolean
  /** Email addresses or usernames in lower case. */
  people: string[]
}

export interface FolderPermission {
  name: string
  /** Absolute path on this machine. It never leaves the machine. */
  path: string
  /** Undefined if the file doesn't mention it. */
  read?: Mode
  write?: Mode
}

export interface CommandPermission {
  name: string
  description: string
  program: string
  arguments: (string | { parameter: string })[]
  parameters: Map<string, CommandParameter>
  /** Absolute path of the folder that the command runs in. */
  folder: string
  environment: Record<string, string>
  mode: Mode
  timeoutSeconds: number
}

export interface CommandParameter {
  schema: FieldSchema
  required: boolean
  /** Whether a value can begin with "-". */
  allowOptions: boolean
}

export type ServerPermission = { name: string; description: string; mode: Mode } & (
  | {
      transport: 'stdio'
      program: string
      arguments: string[]
      environment: Record<string, string>
      /** Absolute path of the folder that the server runs in. */
      folder: string
    }
  | { transport: 'http'; url: string }
)

export interface SyncPermission {
  name: string
  /** Absolute path of the synced folder. */
  folder: string
  mode: Mode
}
