import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'
import type { Scope } from '../../../operations/caller.ts'

export type CredentialKind = CredentialRow['kind']

export type CredentialRow = Narrow<Rows['credentials'], { scopes: Scope[] }>
