import sharp from 'sharp'
import { type Client, type OutputOf } from '../../server/assembly/client.ts'
import type { Database } from '../../server/database/connect.ts'
import { sql } from '../../server/database/sql.ts'
import { hashSecret } from '../../server/domains/auth/accounts/email-tokens.ts'
import { randomSecret } from '../../server/platform/ids.ts'

/** The people of the example organization, all invented. The first one owns it. */
export const people = {
  mara: { name: 'Mara Lindqvist', email: 'demo@example.com', bio: 'Product lead. Decides what sails next.' },
  tomas: { name: 'Tomas Okoro', email: 'tomas@example.com', bio: 'Backend: bookings, fares and payments.' },
  priya: { name: 'Priya Nandan', email: 'priya@example.com', bio: 'Web and app. Keyboard first.' },
  jonas: { name: 'Jonas Albrekt', email: 'jonas@example.com', bio: 'Operations, on call every third week.' },
  lucia: { name: 'Lucia Morante', email: 'lucia@example.com', bio: 'Design and research in the terminals.' },
} as const
export type PersonName = keyof typeof people
export const personNames = Object.keys(people) as PersonName[]

/** The agents, with the person on whose behalf each one works. */
export const agents = {
  Builder: {
    owner: 'tomas',
    role: 'Builds ready tasks and records what it learns',
    model: 'Large',
    dailyBudget: 5000,
    instructions:
      'Claim one ready task at a time. Read the linked spec and search the memory before you start. For a bug, write a test first. Leave completion notes for the next agent.',
  },
  Tester: {
    owner: 'jonas',
    role: 'Reproduces bugs and watches the test suite',
    model: 'Fast',
    dailyBudget: 8000,
    instructions:
      'Reproduce a bug in a test before you describe it. Report the seed of a random test. Never mark a flaky test as fixed without 200 runs.',
  },
  Scribe: {
    owner: 'mara',
    role: 'Keeps docs, release notes and decisions current',
    model: 'Small',
    dailyBudget: 1500,
    instructions: 'Write for passengers and crew, not for engineers. One idea per sentence. Link the task.',
  },
} as const
export type AgentName = keyof typeof agents
export const agentNames = Object.keys(agents) as AgentName[]

const colours = [
  ['#0f766e', '#99e6db'],
  ['#7c3aed', '#dcccff'],
  ['#b25e09', '#ffd9a8'],
  ['#1d5fc4', '#bcd8ff'],
  ['#a8265f', '#ffc4dc'],
]

const size = 256

/** Draws an avatar of a few shapes, each person in their own colours. Without SVG, which the server doesn't accept. */
export async function drawAvatar(index: number): Promise<File> {
  const [dark, light] = colours[index % colours.length]!.map(rgbOf)
  const scale = 2
  const side = size * scale
  const pixels = Buffer.alloc(side * side * 3)
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [(at % side) / side, Math.floor(at / side) / side]
    const isHead = Math.hypot(x - 0.5, y - 0.38) < 0.2
    const isBody = Math.hypot((x - 0.5) / 1.1, y - 1) < 0.36
    const angle = (index * 2 * Math.PI) / colours.length
    const isMark = Math.hypot(x - 0.5 - Math.cos(angle) * 0.4, y - 0.4 - Math.sin(angle) * 0.34) < 0.09
    pixels.set(isHead || isBody || isMark ? dark! : light!, at * 3)
  }
  const raw = { width: side, height: side, channels: 3 } as const
  // Drawn larger and shrunk, for smooth edges.
  const image = await sharp(pixels, { raw }).resize(size, size).png().toBuffer()
  return new File([new Uint8Array(image)], 'avatar.png', { type: 'image/png' })
}

function rgbOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

type Registered = Extract<OutputOf<'accounts.register'>, { token: string }>

/** Invites a colleague and accepts the invitation. The secret is otherwise only in the email. */
export async function joinOrganization(
  { anonymous, owner, database }: { anonymous: Client; owner: Client; database: Database },
  { name, email }: { name: string; email: string },
  password: string,
): Promise<Registered> {
  const { id } = await owner('invitations.create', { email, role: 'member' })
  const secret = randomSecret()
  await database.run(sql`update invitations set hash = ${hashSecret(secret)} where id = ${id}`)
  const joined = await anonymous('accounts.register', { email, password, name, invitation: secret })
  if ('token' in joined) return joined
  throw new Error(`${email} could not join the example organization.`)
}
