import type { FieldSchema } from '../../server/platform/flat-schema.ts'
import type { CommandParameter, CommandPermission, Mode } from './permissions.ts'
import type { YamlPlace } from './yaml-place.ts'

export const modes = ['allow', 'ask', 'reject'] as const
const keys = [
  'description',
  'program',
  'arguments',
  'parameters',
  'folder',
  'environment',
  'mode',
  'timeout',
] as const
const secondsPer = { s: 1, m: 60, h: 3600 }
const maxTimeoutSeconds = 24 * 3600

/** Reads a command or a test suite. */
export function readCommand(
  place: YamlPlace,
  name: string,
  { folderAt, minutes }: { folderAt: (place: YamlPlace | undefined) => string; minutes: number },
): CommandPermission {
  const found = place.keys(keys)
  if (!found.program) return place.fail('needs a program, such as "program: npm".')
  const parameters = new Map(
    [...(found.parameters?.entries() ?? [])].map(([parameter, each]) => [parameter, readParameter(each)]),
  )
  if (parameters.size > 50) place.fail('can have at most 50 parameters.')
  const used = new Set<string>()
  const list = found.arguments?.list() ?? []
  const words = list.map((each) => readArgument(each, parameters, used))
  for (const [parameter, each] of found.parameters?.entries() ?? [])
    if (!used.has(parameter)) each.fail(`isn't used. Write "{${parameter}}" as one of the arguments.`)
  return {
    name,
    description: found.description?.text() ?? '',
    program: found.program.text(),
    arguments: words,
    parameters,
    folder: folderAt(found.folder),
    environment: readEnvironment(found.environment),
    mode: readMode(found.mode),
    timeoutSeconds: found.timeout ? readTimeout(found.timeout) : minutes * 60,
  }
}

export function readMode(place: YamlPlace | undefined): Mode {
  return place?.oneOf(modes) ?? 'ask'
}

/** Reads variables. Those of Baton are rejected, because they hold credentials. */
export function readEnvironment(section: YamlPlace | undefined): Record<string, string> {
  return Object.fromEntries(
    [...(section?.entries() ?? [])].map(([name, place]) => {
      if (!/^[a-z_][a-z0-9_]*$/i.test(name)) place.fail('is not a valid name for a variable.')
      if (/^baton_/i.test(name)) place.fail('is reserved for Baton. Choose another name.')
      const { scalar } = place
      const isValue = ['string', 'number', 'boolean'].includes(typeof scalar)
      if (!isValue || String(scalar).includes('\0')) place.fail('must be a text. Put it in quotes.')
      return [name, String(scalar)]
    }),
  )
}

/** An argument is fixed, or exactly one parameter: a value can so never become two arguments or part of an option. */
function readArgument(
  place: YamlPlace,
  parameters: Map<string, CommandParameter>,
  used: Set<string>,
): CommandPermission['arguments'][number] {
  const { scalar } = place
  if (typeof scalar === 'number') return String(scalar)
  if (scalar === '') return ''
  const text = place.text(4096)
  const [, parameter] = /^\{([\w-]+)\}$/.exec(text) ?? []
  if (parameter !== undefined && parameters.has(parameter)) {
    used.add(parameter)
    return { parameter }
  }
  if (parameter !== undefined)
    place.fail(`refers to an unknown parameter. Add "${parameter}" under parameters.`)
  const inside = [...parameters.keys()].find((each) => text.includes(`{${each}}`))
  if (inside !== undefined) place.fail(`must be fixed or exactly "{${inside}}". Split it into two arguments.`)
  return text
}

function readParameter(place: YamlPlace): CommandParameter {
  const name = place.path.slice(place.path.lastIndexOf('.') + 1)
  if (!/^[a-z][\w-]{0,39}$/i.test(name))
    place.fail('is not a valid name. Start with a letter, then at most 39 letters, digits, "-" and "_".')
  const found = place.keys([
    'type',
    'title',
    'description',
    'enum',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'default',
    'required',
    'allowOptions',
  ])
  const type = found.type?.oneOf(['string', 'integer', 'number', 'boolean'] as const) ?? 'string'
  const schema: FieldSchema = {
    type,
    ...(found.title && { title: found.title.text(100) }),
    ...(found.description && { description: found.description.text() }),
    ...(found.enum && { enum: readChoices(found.enum, type) }),
    ...(found.pattern && { pattern: readPattern(found.pattern) }),
    ...(found.minLength && { minLength: found.minLength.count() }),
    ...(type === 'string' && { maxLength: found.maxLength?.count() ?? 1000 }),
    ...(found.minimum && { minimum: found.minimum.number() }),
    ...(found.maximum && { maximum: found.maximum.number() }),
    ...(found.default && { default: readValue(found.default, type) }),
  }
  return {
    schema,
    required: found.required?.boolean() ?? !found.default,
    allowOptions: found.allowOptions?.boolean() ?? false,
  }
}

function readChoices(place: YamlPlace, type: FieldSchema['type']): (string | number)[] {
  const choices = place.list().map((each) => readValue(each, type))
  if (choices.length > 200) place.fail('must list at most 200 values.')
  if (choices.length === 0 || choices.some((each) => typeof each === 'boolean'))
    place.fail('must list the texts or numbers to choose from.')
  return choices as (string | number)[]
}

function readValue(place: YamlPlace, type: FieldSchema['type']): string | number | boolean {
  if (type === 'string') return place.text(500)
  return type === 'boolean' ? place.boolean() : place.number()
}

function readPattern(place: YamlPlace): string {
  const pattern = place.text(500)
  try {
    void new RegExp(`^(?:${pattern})$`, 'u')
    return pattern
  } catch {
    return place.fail('must be a regular expression, such as "[a-z-]+".')
  }
}

function readTimeout(place: YamlPlace): number {
  const [, count, unit] = /^(\d+)\s*([smh]?)$/.exec(String(place.scalar)) ?? []
  const seconds = Number(count) * secondsPer[(unit || 's') as keyof typeof secondsPer]
  if (!(seconds >= 1 && seconds <= maxTimeoutSeconds))
    place.fail('must be between 1s and 24h, such as "90s", "10m" or "1h".')
  return seconds
}
