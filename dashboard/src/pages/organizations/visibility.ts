import type { SelectOption } from '../../ui/select.tsx'
import type { Organization } from './this-organization.tsx'

/** Who sees a new project, unless whoever makes it says otherwise. */
export const defaultVisibilities: SelectOption<Organization['defaultVisibility']>[] = [
  {
    value: 'organization',
    name: 'Everybody in the organization',
    description: 'Members find each other’s projects. Guests see only what is shared with them.',
  },
  {
    value: 'private',
    name: 'Whoever makes them, and administrators',
    description: 'A project is seen by others once it is shared with them.',
  },
]
