import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { Rows } from '../../database/row-types.ts'
import { sql } from '../../database/sql.ts'

/** The tiers of sponsors, highest first. */
export const tiers = ['platinum', 'gold', 'silver', 'bronze'] as const

export const PublicSponsor = z
  .object({
    id: z.uuid(),
    name: z.string(),
    link: z.string().describe('URL of the sponsor.'),
    tier: z.enum(tiers),
    logo: z.string().nullable().describe('Path of the logo.'),
  })
  .meta({ id: 'PublicSponsor' })

export const Sponsor = PublicSponsor.extend({
  from: z.iso.date().describe('First day on which it is shown.'),
  until: z.iso.date().nullable().describe('Last day on which it is shown. Null: no end.'),
  current: z.boolean().describe('Whether it is shown today.'),
  createdAt: z.iso.datetime(),
  version: z.int(),
}).meta({ id: 'Sponsor' })

/** A sponsor without the bytes of its logo. */
export type SponsorRow = Omit<Rows['sponsors'], 'logo' | 'starts_on' | 'ends_on'> & {
  starts_on: string
  ends_on: string | null
  current: boolean
}

/** SQL for sponsors that are shown today. Days start at midnight UTC. */
export const isCurrentSponsor = sql`((now() at time zone 'utc')::date >= starts_on
  and (ends_on is null or (now() at time zone 'utc')::date <= ends_on))`

export const sponsorColumns = sql`id, name, link, tier, starts_on::text as starts_on, ends_on::text as ends_on, logo_id,
  logo_type, version, created_at, updated_at, ${isCurrentSponsor} as current`

const byTier = sql`array_position(array['platinum', 'gold', 'silver', 'bronze'], tier)`

export function sponsorFromRow(row: SponsorRow): z.output<typeof Sponsor> {
  return {
    ...publicSponsorFromRow(row),
    from: row.starts_on,
    until: row.ends_on,
    current: row.current,
    createdAt: row.created_at,
    version: row.version,
  }
}

export function publicSponsorFromRow(row: SponsorRow): z.output<typeof PublicSponsor> {
  const { id, name, link, tier, logo_id } = row
  return { id, name, link, tier, logo: logo_id && `/api/public/sponsors/logos/${logo_id}` }
}

/** Returns all sponsors, the highest tier first. */
export function readSponsors(db: Queries): Promise<SponsorRow[]> {
  return db.run<SponsorRow>(sql`select ${sponsorColumns} from sponsors order by ${byTier}, lower(name), id`)
}

/** Returns the sponsors that the public site shows today, the highest tier first. */
export async function currentSponsors(db: Queries): Promise<z.output<typeof PublicSponsor>[]> {
  const rows = await db.run<SponsorRow>(
    sql`select ${sponsorColumns} from sponsors where ${isCurrentSponsor} order by ${byTier}, lower(name), id`,
  )
  return rows.map(publicSponsorFromRow)
}
