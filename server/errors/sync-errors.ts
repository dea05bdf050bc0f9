/** The errors of devices, pushed changes, conflicts and imports, as in `errorTable`. */
export const syncErrors = {
  device_revoked: [
    401,
    'This device was revoked. Delete the synced data on it, and register it again to sync.',
  ],
  change_id_reused: [
    409,
    'This device already sent a different change with the id "{id}". Use a new id for every change.',
  ],
  id_taken: [409, 'The id "{id}" is already in use. Create the item under a new id.'],
  conflict_resolved: [409, 'This conflict was already resolved. To change the item now, update it as usual.'],
  not_an_export: [422, 'This is not an export of Baton that can be imported: {reason}'],
  parent_not_imported: [
    422,
    'This {kind} belongs to the {parent} "{id}", which was not imported. Import that first.',
  ],
} as const satisfies Record<string, readonly [number, string]>
