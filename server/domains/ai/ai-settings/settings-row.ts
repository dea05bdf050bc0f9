import type { Queries } from '../../../database/connect.ts'
import type { Rows } from '../../../database/row-types.ts'
import { sql } from '../../../database/sql.ts'

/** The language model of an organization and its limits, with the encrypted key. */
export type SettingsRow = Rows['ai_settings']

/** The purpose under which the key of an organization's model is encrypted. */
export function keyPurpose(organizationId: string): string {
  return `language model ${organizationId}`
}

/** Returns the settings of an organization, or undefined if it never changed them. */
export async function findSettings(db: Queries, organizationId: string): Promise<SettingsRow | undefined> {
  const [row] = await db.run<SettingsRow>(
    sql`select * from ai_settings where organization_id = ${organizationId}`,
  )
  return row
}

/** Identifies the settings of an organization in the journal. */
export function settingsSubject(organizationId: string) {
  return { kind: 'ai_settings', id: organizationId, key: 'ai' }
}
