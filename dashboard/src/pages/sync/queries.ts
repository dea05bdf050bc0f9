import type { OutputOf } from '../../client.ts'
import { read } from '../../read.ts'

export type Device = OutputOf<'devices.list'>['items'][number]
export type SyncedDevice = OutputOf<'sync.getStatus'>['devices'][number]

// No event reports that a device pushed or pulled.
const refetchOnFocus = { staleTime: 0, refetchOnWindowFocus: true }

export const devicesQuery = { ...read('devices.list', {}), ...refetchOnFocus }

/** What the devices pushed and pulled in the current organization. */
export const syncStatusQuery = { ...read('sync.getStatus', {}), ...refetchOnFocus }
