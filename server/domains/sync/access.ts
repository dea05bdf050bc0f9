import {
  type AccessRule,
  type Asked,
  type InOrganization,
  requireOrganization,
  requireWholeOrganization,
} from '../../operations/access.ts'
import { isTestCredential } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import { type DeviceRow, findSyncingDevice } from '../teams/devices/device.ts'

/** The device that sends the request. */
export interface OnDevice extends InOrganization {
  device: DeviceRow
}

/** For push and pull. A device belongs to a user, and copies what they see in the current organization. */
export const onDevice: AccessRule<{ device: string }, OnDevice> = {
  name: 'onDevice',
  sentence: 'Everyone in the organization, for their own devices. Not with test or project credentials.',
  open: false,
  leastRole: 'guest',
  wholeOrganization: true,
  liveOnly: true,
  async check(asked, input) {
    const granted = requireDeviceOwner(asked)
    return { ...granted, device: await findSyncingDevice(asked.db, granted, input.device) }
  },
}

/** For the list of devices and their state. */
export const ownDevices: AccessRule<unknown, InOrganization> = {
  ...onDevice,
  name: 'ownDevices',
  check: requireDeviceOwner,
}

function requireDeviceOwner({ caller, reads }: Asked): InOrganization {
  if (isTestCredential(caller)) reject('sandbox_only')
  return requireWholeOrganization(caller, reads, 'guest')
}

/** For an export. Test and project credentials export what they can see. */
export const visibleItems: AccessRule<unknown, InOrganization> = {
  name: 'visibleItems',
  sentence: 'Everyone in the organization, for the items that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

/** For an import. The operation that creates each item checks the rest. */
export const createsItems: AccessRule<unknown, InOrganization> = {
  name: 'createsItems',
  sentence: 'Everyone in the organization, for the items that they can create. Not with project credentials.',
  open: false,
  leastRole: 'guest',
  wholeOrganization: true,
  check: ({ caller, reads }) => requireWholeOrganization(caller, reads, 'guest'),
}
