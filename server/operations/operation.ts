import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { AccessRule } from './access.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import type { OperationError } from '../errors/errors.ts'
import type { EventPattern } from '../database/events.ts'

/** A capability of the product, declared once. Doors, docs and clients are derived from the declaration. */
export interface Operation<
  Id extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> {
  id: Id
  /** One sentence, in the imperative. People read it in the reference, agents in the tool list. */
  summary: string
  http?: HttpBinding
  aliases: readonly HttpBinding[]
  tool?: ToolBinding
  variantOf?: ToolVariant
  access: AccessRule<never, object>
  input: Input
  output: Output
  answers: ResponseKind
  upload?: string
  uploadTypes: readonly string[]
  maxUploadBytes?: (config: Config) => number
  form: boolean
  /** Whether it only reads. A read runs without a transaction. */
  reads: boolean
  shows?: readonly EventPattern[]
  created: boolean
  adds: boolean
  destructive: boolean
  outside: boolean
  oneStatement: boolean | ((input: z.output<Input>) => boolean)
  ownTransactions: boolean
  withoutSecondFactor: boolean
  whilePaused: boolean
  limit?: SignInLimit<z.output<Input>>
  prepare?: (ctx: never, input: z.output<Input>) => Promise<object>
  refused?: (error: OperationError, ctx: Asking) => z.output<Output>
  stream?: (ctx: never, input: z.output<Input>) => AsyncIterable<StreamEvent>
  run(ctx: Context, input: z.output<Input>): Promise<z.output<Output>>
}

/** How an operation appears in the tool list. Every agent reads the whole list, so it must be short. */
export interface ToolBinding<Field extends string = string> {
  name: string
  /** An addition to the summary: the tool to use instead, or next. */
  hint?: string
  /** Fields that the tool accepts but does not list. `learned.importance` names a nested field. */
  rare?: readonly (Field | `${Field}.${string}`)[]
  /** Shorter field descriptions. */
  brief?: { readonly [Name in Field]?: string }
  /** The types of the output fields that programs read, for the output schema. Seldom worth its size in the list. */
  returns?: Readonly<Record<string, readonly JsonType[]>>
  /** Parts of the output that only `detail: "full"` returns. `stats.throughput` names a nested field. */
  omits?: readonly string[]
  /** The number of items that nested lists show by default: `{ activity: 5 }`. */
  first?: Readonly<Record<string, number>>
}

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null'

/**
 * A second operation behind a tool, for input that another operation handles: a list instead of one item. The tool lists
 * the fields of both. Agents then choose from fewer tools.
 */
export interface ToolVariant<Field extends string = string> extends Pick<
  ToolBinding<Field>,
  'rare' | 'brief'
> {
  /** The name of the tool. */
  tool: string
  /** Returns whether this operation handles the input of the tool. */
  when: (input: Readonly<Record<string, unknown>>) => boolean
  /** Fields of the tool that select this operation, which doesn't take them. */
  without?: readonly string[]
}

/** A part of a streamed response. */
export interface StreamEvent {
  event: string
  data: unknown
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type HttpBinding = `${Method} /${string}`

/**
 * The HTTP form of the output: the output itself as JSON, a redirect to its `location`, or a file (`FileOutput`).
 * Errors have the same form for all three.
 */
export type ResponseKind = 'json' | 'redirect' | 'file'

export interface FileOutput {
  type: string
  /** The content, or the parts of a file that is too large for the memory. */
  bytes: Uint8Array | AsyncIterable<string>
  /** A tag that changes with the content, with or without the quotes of HTTP. Without it, no cache stores the file. */
  etag?: string
  /** Whether the content at this URL never changes, so that clients can cache it permanently. */
  lasting: boolean
  /** The file name for a download. With a name, browsers save the file instead of showing it. */
  name?: string
}

/**
 * The limit for operations that an attacker could use to guess. Counts per network and per account; a request without
 * an account is not counted. `network` counts per network only.
 */
export type SignInLimit<Input> = 'network' | { account: (input: Input, caller: Caller) => string | undefined }

export interface Declaration<
  Id extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Granted extends object,
  Prepared extends object,
> {
  id: Id
  summary: string
  http?: HttpBinding
  /** More routes of the operation, with the same method (PUT equals PATCH) and the same parameters. */
  aliases?: readonly HttpBinding[]
  tool?: ToolBinding<keyof z.input<Input> & string>
  /** Makes it a variant of another operation's tool. */
  variantOf?: ToolVariant<keyof z.input<Input> & string>
  access: AccessRule<z.output<Input>, Granted>
  input: Input
  output: Output
  answers?: ResponseKind
  /** The field that holds a file (`z.file()`). Clients send it in a form, or as the whole body. */
  upload?: string
  /** The content types of a file that is the whole body, besides images and application/octet-stream. */
  uploadTypes?: readonly string[]
  /** Returns the maximum size of the file. Default: 5 MiB. */
  maxUploadBytes?: (config: Config) => number
  /** Whether it also accepts application/x-www-form-urlencoded, which OAuth clients send. */
  form?: true
  /** Derived from the method. Set it for a tool without a route, and for a GET redirect that writes. */
  reads?: boolean
  /**
   * The events that change the output of a read: kinds of journal subjects (`task`), actions of every kind
   * (`*.deleted`) or every event (`*`). Clients refetch it after these. Default: the kinds in `events.ts` of its domain.
   */
  shows?: readonly EventPattern[]
  /** Whether it responds with 201. */
  created?: boolean
  /** Whether a repeated call adds another item, so that it is not idempotent. Implied by `created`. */
  adds?: boolean
  /** Whether it removes data. MCP clients then ask their user for confirmation. */
  destructive?: boolean
  /** Whether it contacts an external server, such as a code host. */
  outside?: boolean
  /**
   * Whether it writes with one atomic statement (`insertRow`), so that it needs no transaction. Access is checked
   * before, on unlocked rows, so the statement must recheck its conditions. A function decides by the input.
   */
  oneStatement?: boolean | ((input: z.output<Input>) => boolean)
  /**
   * Whether it opens its own transactions (`transact`), one for each item of a long list, and checks in each what it
   * changes. It runs without a transaction around it, and must recognise repeated work itself: idempotency keys and
   * If-Match don't apply.
   */
  ownTransactions?: boolean
  /** Whether callers who lack a required second factor can use it, because they need it to set one up. */
  withoutSecondFactor?: boolean
  /** Whether a paused agent can use it, to read who it is and that it is paused. */
  whilePaused?: true
  limit?: SignInLimit<z.output<Input>>
  /**
   * Does slow work, such as hashing or external requests, before the transaction opens. Runs after the access check.
   * Its result is added to the context of `run`.
   */
  prepare?: (ctx: Asking & Granted, input: z.output<Input>) => Promise<Prepared>
  /** Returns an output for an error instead of a problem body, for pages that a person opens in a browser. */
  refused?: (error: OperationError, ctx: Asking) => z.output<Output>
  /**
   * Streams the output to clients that accept `text/event-stream`: that of a slow read, or of a write with
   * `ownTransactions`.
   */
  stream?: (ctx: Context & Granted, input: z.output<Input>) => AsyncIterable<StreamEvent>
}

export type Asking = Pick<Context, 'app' | 'caller' | 'request'>

/** Declares an operation in two steps, because TypeScript widens the literal types with `run` inside the object. */
export function operation<
  const Id extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Granted extends object,
  Prepared extends object = object,
>(declaration: Declaration<Id, Input, Output, Granted, Prepared>) {
  return {
    run(
      run: (ctx: Context & Granted & Prepared, input: z.output<Input>) => Promise<z.output<Output>>,
    ): Operation<Id, Input, Output> {
      return {
        ...declaration,
        // Rejects unknown fields, so that callers notice typing errors. A loose schema accepts them, because others
        // define the fields.
        input: declaration.input.def.catchall
          ? declaration.input
          : (declaration.input.strict() as unknown as Input),
        access: declaration.access,
        aliases: declaration.aliases ?? [],
        answers: declaration.answers ?? 'json',
        uploadTypes: declaration.uploadTypes ?? [],
        form: declaration.form ?? false,
        reads: declaration.reads ?? declaration.http?.startsWith('GET ') ?? false,
        created: declaration.created ?? false,
        adds: declaration.adds ?? declaration.created ?? false,
        destructive: declaration.destructive ?? false,
        outside: declaration.outside ?? false,
        oneStatement: declaration.oneStatement ?? false,
        ownTransactions: declaration.ownTransactions ?? false,
        withoutSecondFactor: declaration.withoutSecondFactor ?? false,
        whilePaused: declaration.whilePaused ?? false,
        run: run,
      }
    },
  }
}

/** Returns the routes of an operation, the main one first. */
export function bindingsOf({ http, aliases }: Operation): HttpBinding[] {
  return http ? [http, ...aliases] : []
}

/** Splits `POST /api/projects/:project` into method, path and parameters. */
export function httpParts(binding: HttpBinding) {
  const [method, path] = binding.split(' ') as [Method, string]
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return { method, path, parameters }
}
