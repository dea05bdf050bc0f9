import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, errorTable } from '../errors/errors.ts'
import { type NamedOperation } from './registry.ts'
import { operationFiles } from './where.ts'

/*
 * Finds the error codes that each operation can raise by reading the source code. It follows the names that a
 * declaration uses across files, but not names reached through an object (`app.auth`). Only `npm run contract` runs
 * this. The server reads the result, contract/error-codes.json.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A top-level function, class or constant: the names it uses and the codes it raises itself. */
interface Binding {
  uses: Set<string>
  codes: ErrorCode[]
}

interface Source {
  bindings: Map<string, Binding>
  /** The imported names, with their file and their original name. */
  imports: Map<string, { file: string; name: string }>
}

export type RaisedCodes = Record<string, ErrorCode[]>

export function findRaisedCodes(served: NamedOperation[]): RaisedCodes {
  const files = operationFiles()
  const raised = served.map(({ name, operation: { id } }) => [id, codesOf(files.get(name)!, name)] as const)
  return Object.fromEntries(raised)
}

// Every operation uses these files. Their codes are already documented, see responses.ts.
const general = [
  'errors/errors',
  'errors/operation-error',
  'operations/perform',
  'operations/access',
  'operations/idempotency',
  'operations/parse-json',
  'assembly/registry',
  'assembly/all',
].map((name) => `server/${name}.ts`)

/** The lists that operations reach through `App`. */
const listFiles = {
  trashKinds: 'server/assembly/trash-kinds.ts',
  undoableKinds: 'server/assembly/undoable-kinds.ts',
}

function codesOf(file: string, name: string): ErrorCode[] {
  const codes = new Set<ErrorCode>()
  const reached = new Set([`${file} ${name}`])
  for (const reference of reached) {
    const [at, binding] = reference.split(' ') as [string, string]
    const { bindings, imports } = sourceOf(at)
    const found = bindings.get(binding)
    for (const code of found?.codes ?? []) codes.add(code)
    const used = found ? [...found.uses] : [binding]
    for (const each of used) {
      if (Object.hasOwn(listFiles, each)) reached.add(`${listFiles[each as keyof typeof listFiles]} ${each}`)
      const elsewhere = imports.get(each)
      if (elsewhere && !general.includes(elsewhere.file)) reached.add(`${elsewhere.file} ${elsewhere.name}`)
      else if (bindings.has(each)) reached.add(`${at} ${each}`)
    }
  }
  return [...codes].toSorted()
}

const sources = new Map<string, Source>()

function sourceOf(file: string): Source {
  let source = sources.get(file)
  if (!source) sources.set(file, (source = readSource(file)))
  return source
}

const importing = /^(?:import|export) \{([^}]*)\} from '(\.[^']+)'/gm
// The formatter starts a line without indentation only for top-level declarations.
const declaring = /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/gm

function readSource(file: string): Source {
  const text = fs.readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const imports: Source['imports'] = new Map()
  for (const [, names = '', from = ''] of text.matchAll(importing))
    for (const each of names.split(',')) {
      const [name, local = name] = each.trim().split(' as ')
      if (name && local && !name.startsWith('type '))
        imports.set(local, { file: path.join(path.dirname(file), from), name })
    }
  const starts = [...text.matchAll(declaring)]
  const bindings = starts.map(({ index, 1: name }, position) => {
    const code = text.slice(index, starts[position + 1]?.index)
    return [name!, { uses: namesIn(code), codes: codesIn(code) }] as const
  })
  return { bindings: new Map(bindings), imports }
}

function namesIn(code: string): Set<string> {
  const plain = code.replaceAll('...', ' ').replace(/'(?:[^'\\\n]|\\.)*'/g, '')
  return new Set(plain.match(/(?<![.\w$])[A-Za-z_]\w*|\b(trashKinds|undoableKinds)\b/g))
}

/** A text with underscores is a code. A single word is a code only where `reject` raises it. */
function codesIn(code: string): ErrorCode[] {
  const texts = [
    ...code.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g),
    ...code.matchAll(/(?:reject|OperationError)\('([a-z]+)'/g),
  ]
  return texts.map(([, text]) => text as ErrorCode).filter((text) => Object.hasOwn(errorTable, text))
}
