import type { Role } from '../operations/caller.ts'
import type { AppLink } from './app-link.ts'
import { type Content, write } from './email.ts'
import { lifetime } from './lifetimes.ts'

/*
 * The only mail that says to a stranger what somebody else has written: their name, and those of an organization and a
 * team. They are told as names, and none can become a link: mail programs make one of whatever looks like an address.
 */

interface Invited {
  instance: string
  inviter: string
  organization: string
  role: Role
  team: string | null
  link: AppLink
}

export function invitation({ instance, role, link, ...given }: Invited): Content {
  const [inviter, organization] = [withoutLinks(given.inviter), withoutLinks(given.organization)]
  const team = given.team === null ? '' : `, in the team "${withoutLinks(given.team)}"`
  return write({
    instance,
    subject: `${inviter} invites you to ${organization} on ${instance}`,
    parts: [
      `"${inviter}" invites you to join the organization "${organization}" on ${instance}, as ${asRole[role]}${team}.`,
      { button: 'See the invitation', link },
      `It is valid for ${lifetime('invitation')} and works once, for this address alone.`,
      'If you do not know them, ignore this mail: nothing happens without you.',
    ],
    why: `You get this mail because somebody on ${instance} entered this address to invite you.`,
  })
}

const asRole: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  guest: 'a guest',
}

/** `evil.example` becomes `evil. example`: still readable, and nothing that a mail program would take for an address. */
export function withoutLinks(name: string): string {
  return name.replace(/([.:/@\\。．｡])(?=\S)/gu, '$1 ')
}
