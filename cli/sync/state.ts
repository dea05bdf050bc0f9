import fs from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Fields } from '../cells.ts'
import { Failure } from '../failures.ts'
import { stateFolder } from './folder.ts'
import type { FileKind } from './kinds.ts'

/** The connection of a folder. */
export interface Link {
  url: string
  organization: string
  /** The id of the project. */
  project: string
  device: string
  /** The name of this copy for the server: a machine can have several synced folders. */
  machine: string
}

/** An item as the server sent it. */
export interface ItemRow {
  id: string
  kind: string
  key: string
  scope: string
  version: number
  fields: Fields
}

/** An item in the local copy. Items of an older generation were not in the snapshot that is being pulled. */
export interface StoredItem extends ItemRow {
  generation: number
}

/** A file that belongs to an item. */
export interface FileRow {
  path: string
  item: string
  kind: FileKind
  stamp: string
  hash: string
  /** The fields that the file had when it last agreed with the server, and the version from which they come. */
  base: Fields
  version: number
  /** Whether the file has no id yet, because the item was just created from it. */
  bare: boolean
  /** Whether its item was removed while the file had changes that the server rejected. */
  orphan: boolean
}

/** A change for the server, stored before it is sent: the same id makes a repeated push a duplicate. */
export interface OutboxRow {
  id: string
  item: string
  path: string
  kind: FileKind
  action: 'create' | 'update' | 'delete'
  version: number
  fields: Fields
  base: Fields
  /** The state of the file from which the change was read. */
  stamp: string
  hash: string
}

const schema = `
  create table if not exists meta (name text primary key, value text not null);
  create table if not exists items (
    id text primary key, kind text not null, key text not null, scope text not null, version integer not null,
    fields text not null, generation integer not null, dirty integer not null
  );
  create index if not exists items_dirty on items (dirty) where dirty = 1;
  create index if not exists items_scope on items (scope);
  create index if not exists items_key on items (key);
  create table if not exists files (
    path text primary key, item text not null unique, kind text not null, stamp text not null, hash text not null,
    base text not null, version integer not null, bare integer not null, orphan integer not null
  );
  create table if not exists removed (item text primary key);
  create table if not exists outbox (
    seq integer primary key autoincrement, id text not null unique, item text not null, change text not null
  );
  create table if not exists seen (item text not null, hash text not null, primary key (item, hash)) without rowid;
  create table if not exists notes (path text primary key);
  create table if not exists people (id text primary key, name text not null);
`

export type State = Awaited<ReturnType<typeof openState>>
type Row = Record<string, unknown>

/** Creates the state folder, which ignores itself in git. */
export function createStateFolder(folder: string): void {
  fs.mkdirSync(path.join(folder, stateFolder), { recursive: true })
  fs.writeFileSync(path.join(folder, stateFolder, '.gitignore'), '*\n')
}

/** Opens the local state. One process at a time can change the files of a folder, unless it only reads. */
export async function openState(folder: string, { lock = true } = {}) {
  const { DatabaseSync: Database } = await loadSqlite()
  const at = (name: string) => path.join(folder, stateFolder, name)
  const lockFile = lock ? lockOf(new Database(at('lock.db'), { timeout: 5000 })) : undefined
  const db = new Database(at('sync.db'), { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  db.exec(schema)
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const run = (sql: string, ...values: (string | number)[]) => void statement(sql).run(...values)
  const all = (sql: string, ...values: (string | number)[]) => statement(sql).all(...values) as Row[]
  const one = (sql: string, ...values: (string | number)[]) =>
    statement(sql).get(...values) as Row | undefined

  const meta = (name: string): string | undefined =>
    textIn(one('select value from meta where name = ?', name), 'value')
  const setMeta = (name: string, value: string) =>
    run('insert into meta values (?, ?) on conflict do update set value = excluded.value', name, value)

  return {
    folder,
    meta,
    setMeta,
    dropMeta: (name: string) => run('delete from meta where name = ?', name),
    link(): Link | undefined {
      const text = meta('link')
      return text === undefined ? undefined : (JSON.parse(text) as Link)
    },

    /** Runs work in one transaction: also faster, because SQLite writes to disk once. */
    transaction<Result>(work: () => Result): Result {
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },

    /** Runs work and reverts its changes of the state. */
    undone<Result>(work: () => Result): Result {
      db.exec('begin immediate')
      try {
        return work()
      } finally {
        db.exec('rollback')
      }
    },

    item: (id: string) => itemFrom(one('select * from items where id = ?', id)),
    itemByKey: (key: string, kind: string) =>
      itemFrom(one('select * from items where key = ? and kind = ?', key, kind)),
    itemsOf: (kind: string) => all('select * from items where kind = ?', kind).map((row) => itemFrom(row)!),
    putItem: ({ id, kind, key, scope, version, fields }: ItemRow, generation: number) =>
      run(
        'insert or replace into items values (?, ?, ?, ?, ?, ?, ?, 1)',
        id,
        kind,
        key,
        scope,
        version,
        JSON.stringify(fields),
        generation,
      ),
    confirmItem: (id: string, generation: number) =>
      run('update items set generation = ? where id = ?', generation, id),
    markDirty: (id: string) => run('update items set dirty = 1 where id = ?', id),
    markAllDirty: (kind: string) => run('update items set dirty = 1 where kind = ?', kind),
    markClean: (id: string) => run('update items set dirty = 0 where id = ?', id),
    dirtyItems: () =>
      all('select * from items where dirty = 1 order by kind, key').map((row) => itemFrom(row)!),
    /** Removes items, and remembers to remove their files. */
    dropItems(condition: string, ...values: (string | number)[]) {
      run(`insert or ignore into removed select id from items where ${condition}`, ...values)
      run(`delete from items where ${condition}`, ...values)
    },
    removedItems: (): string[] => all('select item from removed').map(({ item }) => String(item)),
    forgetRemoved: (item: string) => run('delete from removed where item = ?', item),

    files: () => all('select * from files order by path').map((row) => fileFrom(row)!),
    file: (item: string) => fileFrom(one('select * from files where item = ?', item)),
    fileAt: (file: string) => fileFrom(one('select * from files where path = ?', file)),
    putFile(row: FileRow) {
      run('delete from files where item = ? or path = ?', row.item, row.path)
      run(
        'insert into files values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        row.path,
        row.item,
        row.kind,
        row.stamp,
        row.hash,
        JSON.stringify(row.base),
        row.version,
        Number(row.bare),
        Number(row.orphan),
      )
      run('insert or ignore into seen values (?, ?)', row.item, row.hash)
    },
    setStamp: (file: string, stamp: string, hash: string) =>
      run('update files set stamp = ?, hash = ? where path = ?', stamp, hash, file),
    dropFile: (item: string) => run('delete from files where item = ?', item),
    /** Returns whether this text was once the synced content of the item. */
    wasSynced: (item: string, hash: string) =>
      one('select 1 from seen where item = ? and hash = ?', item, hash) !== undefined,

    outbox: () =>
      all('select change from outbox order by seq').map(
        ({ change }) => JSON.parse(String(change)) as OutboxRow,
      ),
    send: (change: OutboxRow) =>
      run(
        'insert into outbox (id, item, change) values (?, ?, ?)',
        change.id,
        change.item,
        JSON.stringify(change),
      ),
    settle: (id: string) => run('delete from outbox where id = ?', id),
    isWaiting: (item: string) => one('select 1 from outbox where item = ?', item) !== undefined,

    notes: (): string[] => all('select path from notes').map((row) => String(row.path)),
    putNote: (file: string) => run('insert or ignore into notes values (?)', file),
    dropNote: (file: string) => run('delete from notes where path = ?', file),

    person: (id: string): string | undefined =>
      textIn(one('select name from people where id = ?', id), 'name'),
    people: (name: string): string[] =>
      all('select id from people where name = ?', name).map(({ id }) => String(id)),
    putPerson: (id: string, name: string) => run('insert or replace into people values (?, ?)', id, name),

    close() {
      db.close()
      lockFile?.close()
    },
  }
}

/** Holds a lock that ends with the process, even after a crash. */
function lockOf(db: DatabaseSync): DatabaseSync {
  try {
    db.exec('begin exclusive')
    return db
  } catch {
    db.close()
    throw new Failure('Another "baton sync" works in this folder. Stop it, or wait until it is done.')
  }
}

/** Loads SQLite on use: other commands also run on a Node without it. */
async function loadSqlite() {
  return import('node:sqlite').catch(() => {
    throw new Failure(`"baton sync" needs Node 24. This is Node ${process.versions.node}.`)
  })
}

function textIn(row: Row | undefined, name: string): string | undefined {
  return row && String(row[name])
}

function itemFrom(row: Row | undefined): StoredItem | undefined {
  return row && { ...(row as unknown as StoredItem), fields: JSON.parse(String(row.fields)) as Fields }
}

function fileFrom(row: Row | undefined): FileRow | undefined {
  if (!row) return undefined
  const base = JSON.parse(String(row.base)) as Fields
  return { ...(row as unknown as FileRow), base, bare: Boolean(row.bare), orphan: Boolean(row.orphan) }
}
