import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { withoutPostgres } from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { openDatabaseOf } from '../start.ts'
import { requireVectors } from './require-vectors.ts'

const defaults = { server: 15, database: 'baton', installed: null, available: null }
const onServer = (row: object) => ({ query: async () => ({ rows: [{ ...defaults, ...row }] }) })

describe('the check for pgvector', () => {
  it('rejects a server without pgvector and says how to install it', () =>
    assert.rejects(requireVectors(onServer({})), /postgresql-15-pgvector.*install-pgvector\.sh/))

  it('rejects an old version of pgvector', () =>
    assert.rejects(requireVectors(onServer({ installed: '0.6.2' })), /has pgvector 0\.6\.2.*0\.7 or newer/))

  it('accepts a server with pgvector', () => requireVectors(onServer({ installed: '0.8.0' })))

  it('refers to a superuser if the role can not add the extension', { skip: withoutPostgres }, async () => {
    const address = new URL(process.env.TEST_POSTGRES_URL!)
    const superuser = new pg.Client({ connectionString: address.toString() })
    await superuser.connect()
    await superuser.query('create role modest login')
    await superuser.query('create database modest owner modest template template0')
    const undo: (() => unknown)[] = []
    try {
      address.username = 'modest'
      address.pathname = '/modest'
      const config = readConfig({
        DB_CONNECTION: 'pgsql',
        DATABASE_URL: address.toString(),
        AUTO_MIGRATE: 'true',
        SECRET_KEY: 'a secret key that only the tests use',
      })
      const open = () => openDatabaseOf(config, undo)
      await assert.rejects(open(), /superuser to run "create extension vector" in it once/)
      const helper = new pg.Client({ connectionString: address.toString().replace('modest@', 'postgres@') })
      await helper.connect()
      await helper.query('create extension vector')
      await helper.end()
      await open()
    } finally {
      for (const step of undo.toReversed()) await step()
      await superuser.query('drop database modest (force)')
      await superuser.query('drop role modest')
      await superuser.end()
    }
  })
})
