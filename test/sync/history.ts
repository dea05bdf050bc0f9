import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Device } from './device.ts'
import { editOf, fieldsOfNew, idAt, parentsOf, pick } from './edits.ts'
import {
  type Lane,
  type Organization,
  type Role,
  addMember,
  createLate,
  firstRoles,
  requestsOf,
} from './lane.ts'
import { type Change, type Fields, type Kind, Rejection } from './protocol.ts'
import type { Request } from './requests.ts'
import type { Access, Person, Plan, Step } from './steps.ts'

/** An edit that a user made with the ordinary API. Such a write overwrites what it has not seen. */
export interface PersonEdit {
  item: string
  field: string
  value: unknown
  version: number
}

/** One run of a plan: its devices, and everything that they and their users did. */
export class History {
  readonly plan: Plan
  readonly lane: Lane
  readonly organization: Organization
  /** The devices in use, and all devices including the revoked ones. */
  devices: Device[] = []
  all: Device[] = []
  readonly edits: PersonEdit[] = []
  /** Items that a user deleted, moved or restored with the ordinary API. */
  readonly touched = new Set<string>()
  /** Roles by user. Null for a user who was removed. */
  readonly roles: (Role | null)[]
  readonly #items: { id: string; kind: Kind; project: string | null }[] = []
  #request: Request
  #direct: Request
  #number = 0

  /** `request` is what devices use. `direct` has no faults, and retries until the server responds. */
  constructor(plan: Plan, lane: Lane, organization: Organization, request: Request, direct = request) {
    this.plan = plan
    this.lane = lane
    this.organization = organization
    this.#request = request
    this.#direct = direct
    this.roles = firstRoles.slice(0, plan.users)
    this.#items = organization.projects.map((id) => ({ id, kind: 'project', project: id }))
  }

  /** Opens the devices. The first one creates the items that the others start with. */
  async start(): Promise<void> {
    for (let index = 0; index < this.plan.devices; index++) {
      const user = index % this.plan.users
      this.#open(index, await this.lane.deviceOf(user, index))
    }
    const [first] = this.devices
    const [one, two] = this.organization.projects
    const epic = this.#create(first!, 'epic', { project: one })
    const story = this.#create(first!, 'story', { project: one, epic })
    this.#create(first!, 'task', { project: one, story })
    this.#create(first!, 'note', { project: one })
    this.#create(first!, 'task', { project: two })
    await first!.push()
    for (const device of this.devices) await device.pull()
  }

  #open(index: number, id: string): void {
    const user = index % this.plan.users
    const send = requestsOf(this.lane, this.organization.id, user, (...args) => this.#request(...args))
    const device = new Device(id, { number: user, id: this.lane.people[user]!.user.id }, send)
    this.devices[index] = device
    this.all.push(device)
  }

  /** Uses another way to the server from now on. */
  reconnect(request: Request, direct: Request): void {
    this.#request = request
    this.#direct = direct
  }

  async step(step: Step): Promise<void> {
    if (step.step === 'person') return this.#person(step)
    if (step.step === 'access') return this.#changeAccess(step)
    if (step.step === 'race') return void (await Promise.all(step.parts.map((part) => this.step(part))))
    const device = this.devices[step.device % this.devices.length]!
    switch (step.step) {
      case 'edit':
        return this.#edit(device, step)
      case 'clash':
        return this.#clash(device, step)
      case 'create':
        return this.#createIn(device, step)
      case 'move':
        return this.#move(device, step)
      case 'delete':
      case 'restore':
        return this.#deleteOrRestore(device, step)
      case 'push':
        return device.push(step.fault, step.count)
      case 'pull':
        return device.pull(step)
      case 'save':
        return device.save()
      case 'restart':
        return device.restart(step.to)
      case 'revoke':
        return this.#revoke(step.device % this.devices.length)
      case 'late':
        return this.#commitLate(device)
    }
  }

  /** Two devices edit the same field and push concurrently. */
  async #clash(device: Device, step: Extract<Step, { step: 'clash' }>): Promise<void> {
    const other = this.devices[(this.devices.indexOf(device) + 1) % this.devices.length]!
    for (const each of [device, other]) this.#edit(each, step)
    await Promise.all([device.push(), other.push()])
  }

  #edit(device: Device, step: Extract<Step, { step: 'edit' | 'clash' }>): void {
    const id = pick(device.ids(), step.item)
    if (id === undefined) return
    const { kind, version, fields } = device.local(id)!
    const { field, value } = editOf(kind, fields, step, ++this.#number)
    this.#change(device, 'update', kind, id, {
      version,
      fields: { [field]: value },
      ...(step.base && field in fields && { base: { [field]: fields[field] } }),
    })
  }

  #createIn(device: Device, { kind, project, parent, clock }: Extract<Step, { step: 'create' }>): void {
    const within = (needed: Kind) => device.ids().filter((id) => device.local(id)!.kind === needed)
    const chosen = {
      project: pick(within('project'), project),
      epic: pick(within('epic'), parent),
      story: parent % 2 === 0 ? pick(within('story'), parent) : undefined,
    }
    const parents = parentsOf(kind, chosen, (id) => device.local(id)!.fields.project)
    if (parents) this.#create(device, kind === 'private note' ? 'note' : kind, parents, clock)
  }

  #create(device: Device, kind: Kind, parents: Fields, clock = 0): string {
    const id = idAt(Date.now() + clock, randomBytes(9).toString('hex'))
    const project = (parents.project as string | undefined) ?? null
    this.#items.push({ id, kind, project })
    this.#change(device, 'create', kind, id, { fields: fieldsOfNew(kind, ++this.#number, parents) })
    return id
  }

  #move(device: Device, { item, other, how }: Extract<Step, { step: 'move' }>): void {
    const movable = device.ids().filter((id) => ['task', 'note'].includes(device.local(id)!.kind))
    const id = pick(movable, item)
    if (id === undefined) return
    const { kind, version, fields } = device.local(id)!
    const others = (needed: Kind) => device.ids().filter((each) => device.local(each)!.kind === needed)
    if (kind === 'note') {
      const project = pick(others('project'), other)
      if (project) this.#change(device, 'update', kind, id, { version, fields: { project } })
      return
    }
    const siblings = others('task').filter((each) => each !== id)
    const [story, sibling] = [pick(others('story'), other), pick(siblings, other)]
    if (how === 'parent') {
      const target = other % 3 === 0 ? null : (story ?? null)
      if (target !== fields.story)
        this.#change(device, 'update', kind, id, { version, fields: { story: target } })
    } else if (how === 'after' && sibling)
      this.#change(device, 'move', kind, id, { version, fields: { after: sibling } })
    else if (how !== 'after') this.#change(device, 'move', kind, id, { version, fields: { place: how } })
  }

  #deleteOrRestore(device: Device, { step, item }: Extract<Step, { step: 'delete' | 'restore' }>): void {
    if (step === 'delete') {
      const deletable = device.ids().filter((id) => device.local(id)!.kind !== 'project')
      const id = pick(deletable, item)
      if (id === undefined) return
      const { kind, version } = device.local(id)!
      return this.#change(device, 'delete', kind, id, { version })
    }
    const deleted = device.records.filter(({ change }) => change.action === 'delete')
    const last = pick(deleted, item)
    if (last) this.#change(device, 'restore', last.change.kind, last.change.item, {})
  }

  #change(device: Device, action: Change['action'], kind: Kind, item: string, more: object): void {
    // Ids of changes are unique per device permanently, and devices are used in many histories.
    device.change({ id: `${this.organization.id} ${device.records.length}`, kind, action, item, ...more })
  }

  /** A user works with the ordinary API. */
  async #person({ user, item, does, field, line }: Person): Promise<void> {
    const who = user % this.plan.users
    const [often, rest] = [
      ['task', 'note'],
      ['project', 'epic', 'decision'],
    ].map((kinds) => this.#items.filter(({ kind }) => kinds.includes(kind)))
    const found = pick([...often!, ...rest!], item)!
    const { id, kind } = found
    const at = { [kind]: id, ...(kind === 'epic' && { project: found.project }) }
    if (does === 'edit') {
      const edited = editOf(kind, {}, { field, line }, ++this.#number)
      const saved = await this.#ask(who, `${kind}s.update`, { ...at, [edited.field]: edited.value })
      if (saved) this.edits.push({ item: id, ...edited, version: (saved as { version: number }).version })
    } else if (kind !== 'project') {
      this.touched.add(id)
      if (does === 'delete') await this.#ask(who, `${kind}s.delete`, at)
      else await this.#ask(who, 'trash.restore', { kind, item: id })
    }
  }

  async #changeAccess(step: { what: Access; user: number; project: number }): Promise<void> {
    const user = 1 + (step.user % (this.plan.users - 1))
    const member = this.lane.people[user]!.user.id
    const project = pick(this.organization.projects, step.project)!
    const other = this.organization.projects[1]!
    this.touched.add(project).add(other)
    switch (step.what) {
      case 'remove':
        if (await this.#ask(0, 'members.remove', { member })) this.roles[user] = null
        return
      case 'add':
        if (this.roles[user] !== null) return
        await addMember(this.lane, this.organization.id, user)
        this.roles[user] = 'member'
        return
      case 'demote': {
        const role = this.roles[user] === 'guest' ? 'member' : 'guest'
        if (await this.#ask(0, 'members.update', { member, role })) this.roles[user] = role
        return
      }
      case 'share':
        await this.#ask(0, 'projects.share', {
          project,
          user: member,
          role: step.user % 3 ? 'editor' : 'viewer',
        })
        return
      case 'unshare':
        await this.#ask(0, 'projects.unshare', { project, user: member })
        return
      case 'hide':
      case 'show':
        await this.#ask(0, 'projects.update', {
          project,
          visibility: step.what === 'hide' ? 'private' : 'organization',
        })
        return
      case 'delete project':
        await this.#ask(0, 'projects.delete', { project: other })
        return
      case 'restore project':
        await this.#ask(0, 'trash.restore', { kind: 'project', item: other })
    }
  }

  /** Revokes a device and registers it again. It loses its copy. */
  async #revoke(index: number): Promise<void> {
    const device = this.devices[index]!
    await device.push()
    if (this.roles[device.user] === null || device.queue.length > 0) return
    const { token } = this.lane.people[device.user]!
    await this.#direct(token, '', 'devices.remove', { device: device.id })
    const id = await this.lane.registerAgain(device.user, index)
    await assert.rejects(device.pull(), { status: 401, code: 'device_revoked' })
    this.#open(index, id)
  }

  /** The device pulls newer changes before an older transaction commits. */
  async #commitLate(device: Device): Promise<void> {
    const title = `Late w${++this.#number}`
    const item = await createLate(
      this.lane,
      this.organization.id,
      { user: device.userId, title },
      async () => {
        await this.#person({ step: 'person', user: 0, item: 0, does: 'edit', field: 1, line: 0 })
        await device.pull()
      },
    )
    if (item) this.edits.push({ item, field: 'title', value: title, version: 1 })
  }

  /** Sends a request of a user. Returns undefined if the server rejects it. */
  async #ask(user: number, operation: string, input: object): Promise<unknown> {
    const key = randomBytes(9).toString('hex')
    try {
      return await requestsOf(this.lane, this.organization.id, user, this.#direct)(operation, input, key)
    } catch (error) {
      if (error instanceof Rejection && error.status > 0 && error.status < 500) return undefined
      throw error
    }
  }
}
