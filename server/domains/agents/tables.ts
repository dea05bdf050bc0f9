import type { Rows } from '../../database/row-types.ts'

/** Default scopes for the memories that an agent stores. */
export const memoryScopes = ['agent', 'project', 'session'] as const

export type AgentRow = Rows['agents']
