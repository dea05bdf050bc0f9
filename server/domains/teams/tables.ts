import type { Rows } from '../../database/row-types.ts'

export const teamRoles = ['member', 'lead'] as const
export type TeamRole = (typeof teamRoles)[number]

export type TeamRow = Rows['teams']

export type TeamMemberRow = Rows['team_members']
