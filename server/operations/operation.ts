import type { z } from 'zod'
import type { AccessRule } from './access.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import type { OperationError } from './errors.ts'

/** A capability of the product, declared once. Everything that serves or describes it is derived from this. */
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
  tool?: string
  hint?: string
  rare: readonly string[]
  brief: { readonly [field: string]: string | undefined }
  access: AccessRule<never, object>
  input: Input
  output: Output
  answers: ResponseKind
  upload?: string
  form: boolean
  /** A read leaves nothing behind and runs without a transaction. */
  reads: boolean
  created: boolean
  adds: boolean
  destructive: boolean
  outside: boolean
  oneStatement: boolean
  withoutSecondFactor: boolean
  limit?: SignInLimit<z.output<Input>>
  prepare?: (asking: never, input: z.output<Input>) => Promise<object>
  refused?: (refusal: OperationError, asking: Asking) => z.output<Output>
  stream?: (ctx: never, input: z.output<Input>) => AsyncIterable<StreamEvent>
  run(ctx: Context, input: z.output<Input>): Promise<z.output<Output>>
}

/** A piece of an answer that is sent as it comes. */
export interface StreamEvent {
  event: string
  data: unknown
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type HttpBinding = `${Method} /${string}`

/**
 * How HTTP carries the output: as it is; as a redirect to its `location`; or as a file, see `FileAnswer`. Refusals look
 * the same everywhere.
 */
export type ResponseKind = 'json' | 'redirect' | 'file'

export interface FileOutput {
  type: string
  bytes: Uint8Array
  /** What changes with the content, with or without the quotes of HTTP. */
  etag: string
  /** The content at this address never changes, so it can be kept for good. */
  lasting: boolean
  /** What to call it where it is kept: it is then offered to be saved, and not shown. */
  name?: string
}

/**
 * For what can be guessed at: counted for the client's network and for the account that this names. A request that names
 * none is no guess. `network`: for what concerns no account.
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
  /** Further routes that serve it, with the same method (PUT and PATCH are one) and the same parameters. */
  aliases?: readonly HttpBinding[]
  tool?: string
  /** What agents are told besides: which tool is the right one instead, or next. */
  hint?: string
  /**
   * Fields that the tool takes but does not show: few need them, and every agent would read them. `learned.importance` is
   * one within another.
   */
  rare?: readonly Rare<keyof z.input<Input> & string>[]
  /** What the tool says of a field in place of its description, if that is long. */
  brief?: { readonly [Field in keyof z.input<Input>]?: string }
  access: AccessRule<z.output<Input>, Granted>
  input: Input
  output: Output
  answers?: ResponseKind
  /** The field that holds a file (`z.file()`): sent in a form, or as the whole body. */
  upload?: string
  /** Also takes application/x-www-form-urlencoded, as OAuth clients send it. */
  form?: true
  /** Derived from the method; a tool without a route says it, and so does a redirect that leaves something behind. */
  reads?: boolean
  /** Answers 201. */
  created?: boolean
  /** Done twice it leaves more than done once, as with all that makes something new (`created`, which need not say it). */
  adds?: boolean
  /** Removes something: agents' clients ask their person first. */
  destructive?: boolean
  /** Speaks with a server of others, such as a code host. */
  outside?: boolean
  /**
   * All that it writes is one statement (`insertRow`), which is atomic by itself, so no transaction is opened for it.
   * Access is checked before, on data that nobody holds: the statement checks again what must still be true.
   */
  oneStatement?: boolean
  /** Works for a caller who lacks a second factor that is required: all that is needed to set one up. */
  withoutSecondFactor?: boolean
  limit?: SignInLimit<z.output<Input>>
  /**
   * What must not happen while a transaction is open: slow sums, and anything that waits for the outside world. Runs
   * once access is granted; its result is added to the context of `run`.
   */
  prepare?: (asking: Asking & Granted, input: z.output<Input>) => Promise<Prepared>
  /** Answers a refusal in place of a problem body: where a person is looking, a page tells them. */
  refused?: (refusal: OperationError, asking: Asking) => z.output<Output>
  /** Of a read whose answer takes its time: the same piece by piece, for who asks for `text/event-stream`. */
  stream?: (ctx: Context & Granted, input: z.output<Input>) => AsyncIterable<StreamEvent>
}

type Rare<Field extends string> = Field | `${Field}.${string}`

export type Asking = Pick<Context, 'app' | 'caller' | 'request'>

/** Two steps, because with `run` inside the object TypeScript widens the literals of the result. */
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
        // What the schema does not name is refused, not ignored: a typing error should be noticed. A loose schema says
        // that others decide what is sent.
        input: declaration.input.def.catchall
          ? declaration.input
          : (declaration.input.strict() as unknown as Input),
        access: declaration.access,
        rare: declaration.rare ?? [],
        brief: declaration.brief ?? {},
        aliases: declaration.aliases ?? [],
        answers: declaration.answers ?? 'json',
        form: declaration.form ?? false,
        reads: declaration.reads ?? declaration.http?.startsWith('GET ') ?? false,
        created: declaration.created ?? false,
        adds: declaration.adds ?? declaration.created ?? false,
        destructive: declaration.destructive ?? false,
        outside: declaration.outside ?? false,
        oneStatement: declaration.oneStatement ?? false,
        withoutSecondFactor: declaration.withoutSecondFactor ?? false,
        run: run,
      }
    },
  }
}

/** Every route that serves it, the main one first. */
export function bindingsOf({ http, aliases }: Operation): HttpBinding[] {
  return http ? [http, ...aliases] : []
}

/** `POST /api/projects/:project` taken apart. */
export function httpParts(binding: HttpBinding) {
  const [method, path] = binding.split(' ') as [Method, string]
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return { method, path, parameters }
}
