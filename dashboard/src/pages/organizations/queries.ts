import { read } from '../../read.ts'

export const organizationQuery = read('organizations.get', {})

// The organization's events don't cover everything that counts.
export const planQuery = { ...read('organizations.getPlan', {}), staleTime: 0 }
