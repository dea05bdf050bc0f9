import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The minimum cost of a response: Fastify, one pool, one prepared query. No credential, access rule, validation,
 * journal or log. The database builds the JSON, so the program only forwards it.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' })
const organization = process.env.ORGANIZATION_ID
const project = process.env.PROJECT_ID

const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const shape = `t.id, t.key, p.slug as project, t.title, t.description, t.status, t.priority, t.type, t.labels, t.estimate,
  ${time('t.due_at')} as "dueAt", null as assignee, null as story, null as feature, t.position,
  t.open_blockers as "openBlockers", null as claim, t.completion_notes as "completionNotes", ${time('t.completed_at')} as "completedAt",
  json_build_object('kind', t.created_by -> 'kind', 'id', t.created_by -> 'id', 'name', t.created_by -> 'name',
    'onBehalfOf', t.created_by -> 'onBehalfOf') as "createdBy",
  ${time('t.created_at')} as "createdAt", ${time('t.updated_at')} as "updatedAt", t.version,
  '[]'::json as "blockedBy", '{"edit": true}'::json as may`

const list = {
  name: 'list',
  text: `select ${shape} from tasks t join projects p on p.id = t.project_id
          where t.organization_id = $1 and t.deleted_at is null order by t.id desc limit 51`,
}

const insert = {
  name: 'insert',
  text: `with t as (
    insert into floor_tasks (id, organization_id, project_id, number, key, title, description, status, priority, type,
      labels, created_by, position)
    values ($1, $2, $3, nextval('floor_numbers'), 'WEB-' || currval('floor_numbers'), $4, $5, $6, $7, $8, $9, $10,
      position_of(currval('floor_numbers')::int))
    returning *
  ) select ${shape} from t join projects p on p.id = t.project_id`,
}

const creator = JSON.stringify({ kind: 'user', id: randomUUID(), name: 'Floor', onBehalfOf: null })

interface NewTask {
  title: string
  description: string
  labels: string[]
}

const http = Fastify()
http.get('/health', () => ({ status: 'ok' }))
http.get('/api/tasks', async () => {
  const { rows } = await pool.query<{ id: string }>({ ...list, values: [organization] })
  const items = rows.slice(0, 50)
  const { id } = items.at(-1)!
  return { items, nextCursor: Buffer.from(JSON.stringify(['-createdAt', id, id])).toString('base64url') }
})
http.post<{ Body: NewTask }>('/api/tasks', async (request, reply) => {
  const { title, description, labels } = request.body
  const values = [randomUUID(), organization, project, title, description, 'todo', 'none', 'task', labels]
  const { rows } = await pool.query({ ...insert, values: [...values, creator] })
  return reply.code(201).send(rows[0])
})
await http.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit(0))
