import { randomUUID } from 'node:crypto'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/platform/ids.ts'
import type { Given } from './given.ts'
import type { TestServer } from './harness.ts'
import { insert } from './things.ts'
import { noOne } from './things-in-projects.ts'

/** Inputs for the administration of the instance that their schemas don't determine: a part of given.ts. */
export const givenInstance: Record<string, Given> = {
  // Not to the caller, whose next email other stories wait for.
  'admin.testEmail': () => ({ to: 'ops@example.com' }),
  'announcements.send': () => ({ to: 'all', title: 'Maintenance' }),
  'announcements.cancel': async (_person, server) => ({
    announcement: await insert(server, 'announcements', {
      id: newId(),
      title: 'Later',
      body: '',
      audience: 'all',
      in_app: true,
      email: false,
      send_at: '2100-01-01',
      created_by: noOne,
    }),
  }),
  async 'announcements.updateKind'(_person, { app }) {
    const [row] = await app.database.run<{ enabled: boolean }>(
      sql`select enabled from notification_kinds where kind = 'unblocked'`,
    )
    return { kind: 'unblocked', enabled: !row!.enabled }
  },
  async 'contact.send'(_person, { app }) {
    await app.database.run(sql`update settings set value = 'true' where key = 'features.contact'`)
    // After the row, because the notice makes the cache reload it.
    app.settings.changed('features.contact', true)
    await app.database.run(sql`delete from rate_limits where key like 'contact %'`)
    return { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Text', website: '' }
  },
  'contact.update': async (_person, server) => ({ contact: await addMessage(server), status: 'done' }),
  'contact.delete': async (_person, server) => ({ contact: await addMessage(server) }),
  'sponsors.create': () => sponsorFields,
  'sponsors.update': async (_person, server) => ({
    sponsor: (await addSponsor(server)).id,
    ...sponsorFields,
  }),
  'sponsors.delete': async (_person, server) => ({ sponsor: (await addSponsor(server)).id }),
  'sponsors.setLogo': async (_person, server) => ({ sponsor: (await addSponsor(server)).id }),
  'sponsors.getLogo': async (_person, server) => ({ logo: (await addSponsor(server)).logo }),
}

const sponsorFields = {
  name: 'Acme',
  link: 'https://acme.example',
  tier: 'gold',
  from: '2026-01-01',
  until: null,
}

function addMessage(server: TestServer): Promise<string> {
  const fields = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Text' }
  return insert(server, 'contact_messages', { id: newId(), ...fields })
}

async function addSponsor(server: TestServer) {
  const [id, logo] = [newId(), randomUUID()]
  await insert(server, 'sponsors', {
    id,
    name: 'Before',
    link: 'https://before.example',
    tier: 'gold',
    starts_on: '2026-01-01',
    logo_id: logo,
    logo_type: 'image/webp',
    logo: Buffer.from('logo'),
  })
  return { id, logo }
}
