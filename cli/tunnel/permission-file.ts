import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { Failure } from '../failures.ts'
import { declarationOf } from './declaration.ts'
import { modes, readCommand, readEnvironment, readMode } from './permission-commands.ts'
import type {
  FolderPermission,
  Permissions,
  Requesters,
  ServerPermission,
  SyncPermission,
} from './permissions.ts'
import { YamlPlace } from './yaml-place.ts'

const maxBytes = 1024 * 1024
/** The service rejects more. */
const maxActions = 200
const maxServers = 50
const maxPeople = 200

/** Reads the permission file. Errors name the file, the line and the fix. */
export function readPermissions(file: string): Permissions {
  return parsePermissions(readOwnFile(file), file)
}

export function parsePermissions(text: string, file: string): Permissions {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  if (error)
    throw new Failure(`${file}, line ${lines.linePos(error.pos[0]).line}: ${firstLine(error.message)}`)
  const root = new YamlPlace({ file, lines }, document.contents, '')
  const section = root.keys(['requesters', 'folders', 'commands', 'tests', 'mcp-servers', 'sync'])
  const folders = named(section.folders, readFolder)
  const folderAt = (place: YamlPlace | undefined) => (place ? findFolder(place, folders) : os.homedir())
  const permissions: Permissions = {
    file,
    requesters: readRequesters(section.requesters),
    folders,
    commands: named(section.commands, (place, name) => readCommand(place, name, { folderAt, minutes: 10 })),
    tests: named(section.tests, (place, name) => readCommand(place, name, { folderAt, minutes: 30 })),
    servers: named(section['mcp-servers'], (place, name) => readServer(place, name, folderAt)),
    syncs: named(section.sync, (place, name) => readSync(place, name, folderAt)),
  }
  if (permissions.servers.size > maxServers)
    section['mcp-servers']!.fail(`can list at most ${maxServers} servers.`)
  const { length } = declarationOf(permissions).actions
  if (length > maxActions) root.fail(`The file declares ${length} actions. The limit is ${maxActions}.`)
  return permissions
}

/** Reads a file that only its owner can have written. The check and the text come from the same descriptor. */
function readOwnFile(file: string): string {
  let descriptor: number
  try {
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Failure(`${file} doesn't exist. Create it with "baton tunnel init".`)
  }
  try {
    const stat = fs.fstatSync(descriptor)
    if (!stat.isFile()) throw new Failure(`${file} isn't a file. Remove it and run "baton tunnel init".`)
    if (stat.size > maxBytes) throw new Failure(`${file} is larger than 1 MiB. Remove what isn't needed.`)
    checkOwner(file, stat)
    return fs.readFileSync(descriptor, 'utf8')
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Rejects a file that another user could change. Windows has no such bits; its home folder is private already. */
function checkOwner(file: string, stat: fs.Stats): void {
  const user = process.getuid?.()
  if (user === undefined) return
  if (stat.uid !== user && stat.uid !== 0)
    throw new Failure(`${file} belongs to another user. Run "sudo chown ${os.userInfo().username} ${file}".`)
  if ((stat.mode & 0o022) !== 0)
    throw new Failure(`Other users can write ${file}. Run "chmod go-w ${file}", and check its content.`)
  const folder = path.dirname(fs.realpathSync(file))
  const { mode } = fs.statSync(folder)
  const isShared = (mode & 0o002) !== 0 && (mode & 0o1000) === 0
  if (isShared)
    throw new Failure(`Other users can replace ${file}. Run "chmod go-w ${folder}", and check its content.`)
}

function named<Value>(
  section: YamlPlace | undefined,
  read: (place: YamlPlace, name: string) => Value,
): Map<string, Value> {
  return new Map(
    [...(section?.entries() ?? [])].map(([name, place]) => {
      if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
        place.fail('is not a valid name. Use at most 64 lowercase letters, digits and hyphens.')
      return [name, read(place, name)]
    }),
  )
}

function readRequesters(section: YamlPlace | undefined): Requesters {
  const { me, 'my-agents': agents, people } = section?.keys(['me', 'my-agents', 'people']) ?? {}
  const names = people?.list().map((each) => each.text(320).trim().toLowerCase()) ?? []
  if (names.length > maxPeople) people!.fail(`can list at most ${maxPeople} people.`)
  return { me: me?.boolean() ?? false, agents: agents?.boolean() ?? false, people: names }
}

function readFolder(place: YamlPlace, name: string): FolderPermission {
  const { path: where, read, write } = place.keys(['path', 'read', 'write'])
  if (!where) return place.fail('needs a path, such as "path: ~/code/shop".')
  return {
    name,
    path: readPath(where),
    ...(read && { read: read.oneOf(modes) }),
    ...(write && { write: write.oneOf(modes) }),
  }
}

function readServer(
  place: YamlPlace,
  name: string,
  folderAt: (place: YamlPlace | undefined) => string,
): ServerPermission {
  const keys = place.keys(['description', 'program', 'arguments', 'environment', 'folder', 'url', 'mode'])
  const shared = { name, description: keys.description?.text() ?? '', mode: readMode(keys.mode) }
  if (keys.url) {
    for (const other of [keys.program, keys.arguments, keys.environment, keys.folder])
      other?.fail('belongs to a server with a program. Remove it, or remove the url.')
    return { ...shared, transport: 'http', url: readUrl(keys.url) }
  }
  if (!keys.program) return place.fail('needs a program or a url.')
  return {
    ...shared,
    transport: 'stdio',
    program: keys.program.text(),
    arguments: keys.arguments?.list().map((each) => each.text()) ?? [],
    environment: readEnvironment(keys.environment),
    folder: folderAt(keys.folder),
  }
}

function readSync(
  place: YamlPlace,
  name: string,
  folderAt: (place: YamlPlace | undefined) => string,
): SyncPermission {
  const { folder, mode } = place.keys(['folder', 'mode'])
  if (!folder) return place.fail('needs a folder: a name from "folders", or a path.')
  return { name, folder: folderAt(folder), mode: readMode(mode) }
}

/** Reads the name of a folder in the file, or a path. */
function findFolder(place: YamlPlace, folders: Map<string, FolderPermission>): string {
  const text = place.text(4096)
  if (/^[~/\\]|^[a-z]:/i.test(text)) return readPath(place)
  const known = [...folders.keys()].join(', ')
  return (
    folders.get(text)?.path ?? place.fail(`must be a path or the name of a folder (${known || 'none yet'}).`)
  )
}

function readPath(place: YamlPlace): string {
  const text = place.text(4096).replace(/^~(?=$|[/\\])/, () => os.homedir())
  if (!path.isAbsolute(text)) return place.fail('must start with "/" or "~/".')
  const resolved = path.resolve(text)
  if (!fs.statSync(resolved, { throwIfNoEntry: false })?.isDirectory())
    return place.fail(`must be an existing folder. Create ${resolved}, or write another path.`)
  return resolved
}

function readUrl(place: YamlPlace): string {
  const text = place.text(2000)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return place.fail('must be a URL, such as "http://localhost:3001/mcp".')
  return text
}

function firstLine(text: string): string {
  return text.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '.')
}
