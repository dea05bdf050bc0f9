import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Plan } from './plans.ts'

export type OrganizationRow = Narrow<Rows['organizations'], { plan: Plan }>

export type MembershipRow = Rows['memberships']
