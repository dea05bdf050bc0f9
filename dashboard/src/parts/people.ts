import type { Role } from '../client.ts'

export interface Member {
  id: string
  name: string
  email: string
  teams: string
  role: Role
  pending?: boolean
}

export const people: Member[] = [
  { id: '1', name: 'Ada Byron', email: 'ada@example.com', teams: 'Design, Engines', role: 'admin' },
  { id: '2', name: 'Grace', email: 'grace@example.com', teams: 'Compilers', role: 'member' },
  {
    id: '3',
    name: 'A member with a name that is longer than any line of a table has space for',
    email: 'an-address-that-is-as-long-as-the-name-above-it@a-long-domain.example.com',
    teams: '',
    role: 'guest' as const,
    pending: true,
  },
  { id: '4', name: 'Linus', email: 'linus@example.com', teams: 'Kernel', role: 'member' },
]

/** An image that needs no server. */
export const avatarUrl = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/></svg>',
)}`
