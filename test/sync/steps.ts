import fc from 'fast-check'
import type { PushFault } from './device.ts'

/** One step of a history. Numbers choose devices, users and items modulo their count, so that a history can shrink. */
export type Step =
  | { step: 'edit'; device: number; item: number; field: number; line: number; base: boolean }
  | { step: 'clash'; device: number; item: number; field: number; line: number; base: boolean }
  | { step: 'create'; device: number; kind: CreatedKind; project: number; parent: number; clock: number }
  | { step: 'move'; device: number; item: number; other: number; how: 'first' | 'last' | 'after' | 'parent' }
  | { step: 'delete' | 'restore'; device: number; item: number }
  | Push
  | Pull
  | Person
  | { step: 'save'; device: number }
  | { step: 'restart'; device: number; to: number }
  | { step: 'access'; what: Access; user: number; project: number }
  | { step: 'revoke' | 'late'; device: number }
  | { step: 'race'; parts: (Push | Pull | Person)[] }

export type CreatedKind = 'epic' | 'story' | 'task' | 'note' | 'private note' | 'decision'
export interface Push {
  step: 'push'
  device: number
  fault: PushFault
  count: number
}
export interface Pull {
  step: 'pull'
  device: number
  limit: number
  pages: number
  isLost: boolean
}
export interface Person {
  step: 'person'
  user: number
  item: number
  does: 'edit' | 'delete' | 'restore'
  field: number
  line: number
}
export type Access =
  | 'remove'
  | 'add'
  | 'demote'
  | 'share'
  | 'unshare'
  | 'hide'
  | 'show'
  | 'delete project'
  | 'restore project'

export interface Plan {
  users: number
  devices: number
  projects: number
  steps: Step[]
}

const any = fc.nat(40)
const device = fc.nat(5)
// Mostly the same few items, so that devices meet.
const item = fc.oneof({ weight: 4, arbitrary: fc.nat(1) }, any)

const push: fc.Arbitrary<Push> = fc.record({
  step: fc.constant('push' as const),
  device,
  fault: fc.constantFrom('none', 'none', 'none', 'lost', 'cut', 'twice', 'again'),
  count: fc.constantFrom(1000, 1000, 2),
})
const pull: fc.Arbitrary<Pull> = fc.record({
  step: fc.constant('pull' as const),
  device,
  limit: fc.constantFrom(1000, 1000, 3, 1),
  pages: fc.constantFrom(100, 100, 1, 2),
  isLost: fc.constantFrom(false, false, false, true),
})
const person: fc.Arbitrary<Person> = fc.record({
  step: fc.constant('person' as const),
  user: any,
  item,
  does: fc.constantFrom('edit', 'edit', 'edit', 'edit', 'delete', 'restore'),
  field: any,
  line: any,
})
const edit = fc.record({
  step: fc.constantFrom('edit' as const, 'edit' as const, 'edit' as const, 'edit' as const, 'clash' as const),
  device,
  item,
  field: any,
  line: any,
  base: fc.boolean(),
})
const create = fc.record({
  step: fc.constant('create' as const),
  device,
  kind: fc.constantFrom<CreatedKind>(
    'epic',
    'story',
    'task',
    'task',
    'task',
    'note',
    'private note',
    'decision',
  ),
  project: any,
  parent: any,
  // Milliseconds by which the clock of the device is wrong: a day back, two years ahead, or the year 1970.
  clock: fc.constantFrom(0, 0, -86_400_000, 63_000_000_000, -Date.now()),
})
const move = fc.record({
  step: fc.constant('move' as const),
  device,
  item: any,
  other: any,
  how: fc.constantFrom('first' as const, 'last' as const, 'after' as const, 'parent' as const),
})
const remove = fc.record({
  step: fc.constantFrom('delete' as const, 'delete' as const, 'restore' as const),
  device,
  item: any,
})
const save = fc.record({ step: fc.constant('save' as const), device })
const restart = fc.record({ step: fc.constant('restart' as const), device, to: any })
const access = fc.record({
  step: fc.constant('access' as const),
  what: fc.constantFrom<Access>(
    'remove',
    'add',
    'add',
    'demote',
    'share',
    'share',
    'unshare',
    'hide',
    'show',
    'delete project',
    'restore project',
  ),
  user: any,
  project: any,
})
const revoke = fc.record({ step: fc.constantFrom('revoke' as const, 'late' as const), device })
const race = fc.record({
  step: fc.constant('race' as const),
  parts: fc.array(fc.oneof({ weight: 3, arbitrary: push }, pull, person), { minLength: 2, maxLength: 4 }),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: edit },
  { weight: 4, arbitrary: create },
  { weight: 2, arbitrary: move },
  { weight: 3, arbitrary: remove },
  { weight: 8, arbitrary: push },
  { weight: 6, arbitrary: pull },
  { weight: 3, arbitrary: person },
  { weight: 2, arbitrary: save },
  { weight: 1, arbitrary: restart },
  { weight: 3, arbitrary: access },
  { weight: 2, arbitrary: revoke },
  { weight: 3, arbitrary: race },
)

/**
 * Two devices of a user edit distant lines of a text, and the same title, and push one after the other. So one change is
 * certainly merged, and one has a conflict.
 */
export const editsOfOneItem: Plan = {
  users: 2,
  devices: 4,
  projects: 2,
  steps: [
    { step: 'edit', device: 1, item: 0, field: 0, line: 0, base: true },
    { step: 'edit', device: 3, item: 0, field: 0, line: 4, base: true },
    { step: 'edit', device: 1, item: 0, field: 1, line: 0, base: true },
    { step: 'edit', device: 3, item: 0, field: 1, line: 0, base: true },
    { step: 'push', device: 1, fault: 'none', count: 1000 },
    { step: 'push', device: 3, fault: 'none', count: 1000 },
  ],
}

/** Returns arbitrary histories of 2 to 6 devices. */
export function plans({ steps = 30 } = {}): fc.Arbitrary<Plan> {
  return fc.record({
    users: fc.integer({ min: 2, max: 4 }),
    devices: fc.constantFrom(2, 2, 3, 3, 4, 5, 6),
    projects: fc.integer({ min: 2, max: 3 }),
    // Without bias, because short histories find little.
    steps: fc.noBias(fc.array(step, { maxLength: steps, size: 'max' })),
  })
}
