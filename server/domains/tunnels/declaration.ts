import { z } from 'zod'
import { OperationError } from '../../errors/errors.ts'
import type { FlatSchema } from '../../platform/flat-schema.ts'
import { requireStorable } from '../../operations/storable.ts'

export const modes = ['allow', 'ask', 'reject'] as const
export type Mode = (typeof modes)[number]

export const actionNames = [
  'get_status',
  'list_tools',
  'run_tool',
  'read_file',
  'write_file',
  'list_files',
  'run_command',
  'run_tests',
  'sync_workspace',
] as const
export type ActionName = (typeof actionNames)[number]

/** The longest timeout that a machine can declare: one day. */
export const maxTimeoutSeconds = 86_400

/** The name of a folder, command, test suite or MCP server. Names of MCP servers are part of URLs. */
const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Use lowercase letters, digits and hyphens, at most 64 characters.')

const Field = z.strictObject({
  type: z.enum(['string', 'integer', 'number', 'boolean', 'object']),
  title: z.string().max(200).optional(),
  description: z.string().max(2000).optional(),
  enum: z
    .array(z.union([z.string().max(500), z.number()]))
    .max(200)
    .optional(),
  pattern: z.string().max(500).optional().refine(isPattern, 'Must be a regular expression.'),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.union([z.string().max(5000), z.number(), z.boolean()]).optional(),
})

const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)

const Input = z.strictObject({
  type: z.literal('object'),
  properties: z
    .record(fieldName, Field)
    .refine((fields) => Object.keys(fields).length <= 50, 'An action can have at most 50 fields.'),
  required: z.array(fieldName).max(50),
  additionalProperties: z.literal(false),
})

/** An action that a machine declares. The service rejects all others. */
export const DeclaredAction = z
  .object({
    action: z.enum(actionNames),
    target: name
      .nullable()
      .describe('Folder, command, test suite or MCP server by its name in the permission file.'),
    title: z.string().min(1).max(200),
    description: z.string().max(2000),
    mode: z.enum(modes).describe('"ask": the owner of the machine must allow each run.'),
    input: Input.describe('JSON Schema of the input.'),
    timeoutSeconds: z.int().min(1).max(maxTimeoutSeconds).describe('Default and maximum.'),
  })
  .meta({ id: 'DeclaredAction' })
export type DeclaredAction = Omit<z.output<typeof DeclaredAction>, 'input'> & { input: FlatSchema }

export const DeclaredServer = z.object({
  name,
  description: z.string().max(2000),
  mode: z.enum(modes),
  transport: z.enum(['stdio', 'http']),
})

export const Requesters = z.object({
  me: z.boolean().describe('The owner of the machine.'),
  agents: z.boolean().describe("The owner's agents."),
  people: z
    .array(z.string().trim().toLowerCase().min(1).max(320))
    .max(200)
    .describe('Email addresses and usernames of other members.'),
})

const Declaration = z.object({
  requesters: Requesters,
  actions: z.array(DeclaredAction).max(200),
  servers: z.array(DeclaredServer).max(50),
})

/** What the permission file of a machine allows. The service stores it and never widens it. */
export interface Declaration {
  requesters: z.output<typeof Requesters>
  actions: DeclaredAction[]
  servers: z.output<typeof DeclaredServer>[]
}

const maxBytes = 512 * 1024

/** Parses the declaration that a machine sent, or rejects it. */
export function parseDeclaration(given: unknown): Declaration {
  const parsed = Declaration.safeParse(given)
  if (!parsed.success) rejectDeclaration(parsed.error.issues)
  requireStorable(parsed.data)
  const size = Buffer.byteLength(JSON.stringify(parsed.data))
  if (size > maxBytes)
    rejectDeclaration([{ path: [], message: `The permissions have ${size} bytes, at most ${maxBytes}.` }])
  const names = parsed.data.servers.map((server) => server.name)
  if (new Set(names).size < names.length)
    rejectDeclaration([{ path: ['servers'], message: 'Two servers have the same name.' }])
  return parsed.data
}

function rejectDeclaration(issues: { path: PropertyKey[]; message: string }[]): never {
  throw new OperationError(
    'invalid_input',
    {},
    issues.slice(0, 20).map(({ path, message }) => ({ path: ['declaration', ...path].join('.'), message })),
  )
}

/** Returns the declared action, unless the permission file rejects it. */
export function findAction(
  declaration: Declaration | null,
  action: string,
  target: string | null,
): DeclaredAction | undefined {
  return declaration?.actions.find(
    (declared) => declared.action === action && declared.target === target && declared.mode !== 'reject',
  )
}

function isPattern(pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  try {
    return new RegExp(`^(?:${pattern})$`, 'u') instanceof RegExp
  } catch {
    return false
  }
}
