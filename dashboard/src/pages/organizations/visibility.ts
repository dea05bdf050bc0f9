import type { SelectOption } from '../../ui/select.tsx'
import { texts } from './texts.ts'
import type { Organization } from './this-organization.tsx'

const { visibilities } = texts.organizationForm

/** The visibility of a new project, unless its creator chooses another. */
export const defaultVisibilities: SelectOption<Organization['defaultVisibility']>[] = [
  { value: 'organization', ...visibilities.organization },
  { value: 'private', ...visibilities.private },
]
