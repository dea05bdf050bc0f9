import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { anyone, platformAdmin } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { differences, expectVersion } from '../../operations/rows.ts'
import { drawImage } from '../../operations/set-image.ts'
import { anyUuid, newId } from '../../platform/ids.ts'
import {
  PublicSponsor,
  Sponsor,
  type SponsorRow,
  currentSponsors,
  readSponsors,
  sponsorColumns,
  sponsorFromRow,
  tiers,
} from './sponsor.ts'

const sponsorRef = z.string().max(100).describe('Id of the sponsor.')
const fields = {
  name: z.string().trim().min(1).max(120).describe('Name of the sponsor.'),
  link: z
    .url({ protocol: /^https?$/, hostname: /./, error: 'Enter an http or https URL.' })
    .max(500)
    .describe('URL that the logo links to.'),
  tier: z.enum(tiers).describe('Tier: platinum, gold, silver or bronze.'),
  from: z.iso.date().describe('First day on which it is shown.'),
  until: z.iso.date().nullable().default(null).describe('Last day on which it is shown. Default: no end.'),
}

export const listSponsors = operation({
  id: 'sponsors.list',
  summary: 'List all sponsors, the highest tier first.',
  http: 'GET /api/admin/sponsors',
  access: platformAdmin,
  input: z.object({}),
  output: pageOf(Sponsor),
}).run(async ({ db }) => ({ items: (await readSponsors(db)).map(sponsorFromRow), nextCursor: null }))

export const listCurrentSponsors = operation({
  id: 'sponsors.listCurrent',
  summary: 'List the sponsors that are shown today, the highest tier first.',
  http: 'GET /api/public/sponsors',
  access: anyone,
  input: z.object({}),
  output: pageOf(PublicSponsor),
}).run(async ({ db }) => ({ items: await currentSponsors(db), nextCursor: null }))

export const createSponsor = operation({
  id: 'sponsors.create',
  summary: 'Add a sponsor, which the public site shows between two days.',
  http: 'POST /api/admin/sponsors',
  access: platformAdmin,
  adds: true,
  input: z.object(fields),
  output: Sponsor,
}).run(async (ctx, { name, link, tier, from, until }) => {
  requireOrder(from, until)
  const [row] = await ctx.db.run<SponsorRow>(
    sql`insert into sponsors (id, name, link, tier, starts_on, ends_on)
      values (${newId()}, ${name}, ${link}, ${tier}, ${from}, ${until}) returning ${sponsorColumns}`,
  )
  record(ctx, { type: 'sponsor.created', ...about(row!), data: { name, tier } })
  return sponsorFromRow(row!)
})

export const updateSponsor = operation({
  id: 'sponsors.update',
  summary: 'Change a sponsor. Send all fields.',
  http: 'PUT /api/admin/sponsors/:sponsor',
  access: platformAdmin,
  input: z.object({ sponsor: sponsorRef, ...fields }),
  output: Sponsor,
}).run(async (ctx, { sponsor: ref, name, link, tier, from, until }) => {
  requireOrder(from, until)
  const before = await lockSponsor(ctx.db, ref)
  expectVersion(ctx, before.version)
  const changes = differences(before, { name, link, tier, starts_on: from, ends_on: until })
  if (Object.keys(changes).length === 0) return sponsorFromRow(before)
  const [row] = await ctx.db.run<SponsorRow>(
    sql`update sponsors set name = ${name}, link = ${link}, tier = ${tier}, starts_on = ${from}, ends_on = ${until},
        version = version + 1, updated_at = now() where id = ${before.id} returning ${sponsorColumns}`,
  )
  record(ctx, { type: 'sponsor.updated', ...about(row!), changes })
  return sponsorFromRow(row!)
})

export const deleteSponsor = operation({
  id: 'sponsors.delete',
  summary: 'Delete a sponsor and its logo permanently.',
  http: 'DELETE /api/admin/sponsors/:sponsor',
  access: platformAdmin,
  destructive: true,
  input: z.object({ sponsor: sponsorRef }),
  output: z.object({ id: z.uuid(), deleted: z.literal(true) }),
}).run(async (ctx, { sponsor: ref }) => {
  const sponsor = await lockSponsor(ctx.db, ref)
  expectVersion(ctx, sponsor.version)
  await ctx.db.run(sql`delete from sponsors where id = ${sponsor.id}`)
  record(ctx, { type: 'sponsor.deleted', ...about(sponsor) })
  return { id: sponsor.id, deleted: true as const }
})

export const setLogoSponsor = operation({
  id: 'sponsors.setLogo',
  summary: 'Upload the logo of a sponsor: PNG, JPEG, WebP or GIF, at most 5 MiB.',
  http: 'PUT /api/admin/sponsors/:sponsor/logo',
  access: platformAdmin,
  upload: 'image',
  input: z.object({
    sponsor: sponsorRef,
    image: z.file().describe('Image file: PNG, JPEG, WebP or GIF, at most 5 MiB.'),
  }),
  output: Sponsor,
  prepare: async (_context, { image }) => ({
    encoded: await drawImage(image, { width: 800, height: 400, fit: 'inside' }),
  }),
}).run(async (ctx, { sponsor: ref }) => {
  const sponsor = await lockSponsor(ctx.db, ref)
  const { type, bytes } = ctx.encoded
  const [row] = await ctx.db.run<SponsorRow>(
    sql`update sponsors set logo_id = ${newId()}, logo_type = ${type}, logo = ${bytes}, version = version + 1, updated_at = now()
      where id = ${sponsor.id} returning ${sponsorColumns}`,
  )
  record(ctx, { type: 'sponsor.updated', ...about(row!), data: { logo: true } })
  return sponsorFromRow(row!)
})

export const getLogoSponsor = operation({
  id: 'sponsors.getLogo',
  summary: 'Download the logo of a sponsor.',
  http: 'GET /api/public/sponsors/logos/:logo',
  access: anyone,
  answers: 'file',
  input: z.object({ logo: z.string().max(100).describe('Id of the logo.') }),
  output: z.object({
    type: z.string(),
    bytes: z.instanceof(Uint8Array),
    etag: z.string(),
    lasting: z.boolean(),
  }),
}).run(async (ctx, { logo }) => {
  const [found] = anyUuid.test(logo)
    ? await ctx.db.run<{ type: string; bytes: Uint8Array<ArrayBuffer> }>(
        sql`select logo_type as type, logo as bytes from sponsors where logo_id = ${logo}`,
      )
    : []
  if (!found) reject('not_found', { kind: 'logo', ref: logo })
  // Each upload gets a new id, so clients can cache this URL permanently.
  return { ...found, etag: logo, lasting: true }
})

function requireOrder(from: string, until: string | null): void {
  if (until !== null && until < from) rejectField('until', 'Choose a last day that is not before the first.')
}

/** Records a change, and makes the nodes check their rendered pages, which show the sponsors. */
function record(ctx: Context, entry: Parameters<Context['record']>[0]): void {
  ctx.record(entry)
  ctx.afterCommit(() => ctx.app.bus.siteChanged())
}

function about({ id, name }: SponsorRow) {
  return { subject: { kind: 'sponsor', id, key: name }, organizationId: null }
}

async function lockSponsor(db: Queries, ref: string): Promise<SponsorRow> {
  const [row] = anyUuid.test(ref)
    ? await db.run<SponsorRow>(sql`select ${sponsorColumns} from sponsors where id = ${ref} for update`)
    : []
  return row ?? reject('not_found', { kind: 'sponsor', ref })
}
