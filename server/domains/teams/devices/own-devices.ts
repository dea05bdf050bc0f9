import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { Device, type DeviceRow, deviceFromRow } from './device.ts'

const Folder = z.object({ workspaceId: z.uuid(), path: z.string(), localId: z.string().nullable() })

export const DeviceWithFolders = Device.extend({ folders: z.array(Folder) })

/** Returns the devices of a user with their workspace folders in every organization. */
export async function ownDevices(db: Queries, userId: string) {
  const rows = await db.run<DeviceRow & { folders: z.output<typeof Folder>[] }>(
    sql`select d.*, (select coalesce(jsonb_agg(jsonb_build_object('workspaceId', f.workspace_id, 'path', f.path,
                                                               'localId', f.local_id) order by f.workspace_id), '[]')
                    from workspace_folders f where f.device_id = d.id) as folders
       from devices d where d.user_id = ${userId} order by d.id`,
  )
  return rows.map((row) => ({ ...deviceFromRow(row), folders: row.folders }))
}
