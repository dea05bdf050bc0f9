import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { decisionsVisibleTo, fromDecisions } from '../decisions/access.ts'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import { type Seer, visibleProjects } from '../../projects/access.ts'
import { fromNotes, notesVisibleTo } from './access.ts'
import type { LinkKind, NoteLinkRow, NoteRow, NoteLink } from './note.ts'
import type { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { linksIn } from './text.ts'

/** The target of a link with its current title. */
interface Target {
  kind: Exclude<LinkKind, 'url'>
  id: string
  /** The number of an item or the slug of a project. */
  key: string | null
  title: string
}

/** Finds visible link targets of all kinds by id, number or slug, in one query. */
async function findTargets(
  db: Queries,
  granted: Seer,
  { ids = [], keys = [], slugs = [] }: { ids?: string[]; keys?: string[]; slugs?: string[] },
): Promise<Target[]> {
  if (ids.length + keys.length + slugs.length === 0) return []
  const uuids = ids.filter((id) => anyUuid.test(id))
  const upperKeys = keys.map((key) => key.toUpperCase())
  const matchesRef = (row: Sql) =>
    sql`${row}.organization_id = ${granted.organization.id} and ${row}.deleted_at is null
        and (${row}.id = any(${uuids}::uuid[]) or ${row}.key = any(${upperKeys}::text[]))`
  const visible = visibleProjects(granted)
  const inProject = sql`${visible.where} and p.deleted_at is null`
  const items = itemKindNames.map(
    (kind) => sql`select '${sql.raw(kind)}' as kind, i.id, i.key, i.title
       from ${sql.raw(itemKinds[kind].table)} i join projects p on p.id = i.project_id
      where ${inProject} and ${matchesRef(sql`i`)}`,
  )
  const parts = [
    ...items,
    sql`select 'spec', i.id, i.key, i.title from specs i join projects p on p.id = i.project_id
      where ${inProject} and ${matchesRef(sql`i`)}`,
    sql`select 'decision', d.id, d.key, d.title from ${fromDecisions}
      where ${decisionsVisibleTo(granted).where} and ${matchesRef(sql`d`)}`,
    sql`select 'note', n.id, null, n.title from ${fromNotes}
      where ${notesVisibleTo(granted).where} and n.deleted_at is null and n.id = any(${uuids}::uuid[])`,
    sql`select 'project', p.id, p.slug, p.name from projects p
      where ${inProject} and (p.id = any(${uuids}::uuid[]) or p.slug = any(${slugs}::text[]))`,
  ]
  return db.run<Target>(sql.join(parts, ' union all '))
}

/** Matches the number of an item, decision or spec, such as WEB-42. */
const isNumber = /^[a-z]{1,10}-[1-9]\d{0,8}$/i
const isAddress = /^https?:\/\/\S+$/i

/*
 * Links store the id of their target, so that they survive a rename. A `[[title]]` without a matching note is stored
 * too, and resolves once such a note is created. Visibility is checked on every read, because a reader may see less
 * than the writer.
 */

type LinkContext = Context & InOrganization
type Link = Pick<NoteLinkRow, 'to_kind' | 'to_id' | 'label' | 'in_text'>

const maxLinksInText = 500

/** Stores the links of a note as it is written now. A title that was resolved before keeps its target. */
export async function storeLinks(ctx: LinkContext, note: NoteRow): Promise<void> {
  const before = await linksOf(ctx.db, note.id)
  const links = [
    ...(await resolveInText(ctx, note, before)),
    ...(await resolveOutsideText(ctx, note, before)),
  ]
  await ctx.db.run(sql`delete from note_links where note_id = ${note.id}`)
  if (links.length === 0) return
  await ctx.db.run(
    sql`insert into note_links (note_id, organization_id, place, to_kind, to_id, label, in_text)
     select ${note.id}::uuid, ${note.organization_id}::uuid, place, to_kind, to_id, label, in_text
       from unnest(${links.map((link) => link.to_kind)}::text[], ${links.map((link) => link.to_id)}::uuid[],
                   ${links.map((link) => link.label)}::text[], ${links.map((link) => link.in_text)}::boolean[])
            with ordinality as given(to_kind, to_id, label, in_text, place)`,
  )
}

/** Normalizes the `links` of the input to numbers, ids and URLs. Rejects targets that do not exist. */
export async function normalizeLinks(
  ctx: LinkContext,
  given: string[],
  before: { id: string; links: string[] } | undefined,
): Promise<string[]> {
  const refs = given.filter((ref) => !isAddress.test(ref))
  const found = await findTargets(ctx.db, ctx, { ids: refs, keys: refs, slugs: refs })
  const named = given.map((ref, index) => {
    if (isAddress.test(ref)) return ref
    const target = found.find((each) => matchesRef(each, ref))
    return target
      ? stableNameOf(target)
      : rejectField(
          `links.${index}`,
          `"${ref}" doesn't exist, or you can't see it. Pass a number (WEB-42), an id or an https URL.`,
        )
  })
  // Keeps links that the caller cannot see, because the list that they edited did not include them.
  const hidden = before && before.links.length > 0 ? await findHiddenLinks(ctx, before) : []
  return [...new Set([...named, ...hidden])]
}

async function findHiddenLinks(ctx: LinkContext, { id }: { id: string }): Promise<string[]> {
  const outsideText = (await linksOf(ctx.db, id)).filter((link) => !link.in_text && link.to_kind !== 'url')
  const seen = await findTargets(ctx.db, ctx, { ids: outsideText.flatMap(({ to_id }) => to_id ?? []) })
  return outsideText
    .filter(({ to_id }) => seen.every((target) => target.id !== to_id))
    .map(({ label }) => label)
}

async function resolveOutsideText(ctx: LinkContext, { links }: NoteRow, before: Link[]): Promise<Link[]> {
  const refs = links.filter((ref) => !isAddress.test(ref))
  const found = await findTargets(ctx.db, ctx, { ids: refs, keys: refs })
  return links.flatMap((label): Link[] => {
    if (isAddress.test(label)) return [{ to_kind: 'url', to_id: null, label, in_text: false }]
    const known = before.find((link) => !link.in_text && link.label === label)
    if (known) return [known]
    const target = found.find((each) => matchesRef(each, label))
    return target ? [{ to_kind: target.kind, to_id: target.id, label, in_text: false }] : []
  })
}

async function resolveInText(ctx: LinkContext, note: NoteRow, before: Link[]): Promise<Link[]> {
  const labels = linksIn(note.content)
  if (labels.length > maxLinksInText)
    rejectField('content', `A note can have at most ${maxLinksInText} links. This one has ${labels.length}.`)
  const known = await keepResolved(ctx.db, before)
  const fresh = labels.filter((label) => !isAddress.test(label) && !known.has(label.toLowerCase()))
  const refs = fresh.filter((label) => isNumber.test(label) || anyUuid.test(label))
  const found = await findTargets(ctx.db, ctx, { ids: refs, keys: refs })
  const titled = await findNotesByTitle(ctx, note, fresh)
  return labels.map((label): Link => {
    if (isAddress.test(label)) return { to_kind: 'url', to_id: null, label, in_text: true }
    const kept = known.get(label.toLowerCase())
    if (kept) return { ...kept, label }
    const target = found.find((each) => matchesRef(each, label))
    const { kind, id } = target ?? { kind: 'note' as const, id: titled.get(label.toLowerCase()) ?? null }
    return { to_kind: kind, to_id: id, label, in_text: true }
  })
}

/** Returns the links that were resolved before, except links to deleted notes. */
async function keepResolved(db: Queries, before: Link[]): Promise<Map<string, Link>> {
  const found = before.filter((link) => link.in_text && link.to_id !== null)
  const notes = found.filter(({ to_kind }) => to_kind === 'note').map(({ to_id }) => to_id)
  const existing = notes.length === 0 ? [] : await existingNotes(db, notes)
  const kept = found.filter(({ to_kind, to_id }) => to_kind !== 'note' || existing.includes(to_id!))
  return new Map(kept.map((link) => [link.label.toLowerCase(), link]))
}

async function existingNotes(db: Queries, ids: (string | null)[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    sql`select id from notes where id = any(${ids}::uuid[]) and deleted_at is null`,
  )
  return rows.map(({ id }) => id)
}

/** Finds visible notes by title. Prefers a note of the same project, then the oldest. */
async function findNotesByTitle(
  ctx: LinkContext,
  note: NoteRow,
  titles: string[],
): Promise<Map<string, string>> {
  if (titles.length === 0) return new Map()
  const seen = notesVisibleTo(ctx)
  const rows = await ctx.db.run<{ label: string; id: string }>(
    sql`select asked.label, n.id from unnest(${titles}::text[]) as asked(label), ${fromNotes}
      where ${seen.where} and n.deleted_at is null and lower(n.title) = lower(asked.label)
      order by n.project_id is not distinct from ${note.project_id}::uuid desc, n.id limit 2000`,
  )
  return new Map(rows.toReversed().map(({ label, id }) => [label.toLowerCase(), id]))
}

/**
 * Points unresolved links with this title to the note, and links whose target was deleted. Applies to notes of the same
 * project, or to private notes of the same owner.
 */
export async function adoptLinks(db: Queries, note: NoteRow): Promise<void> {
  await db.run(
    sql`update note_links l set to_id = ${note.id}
       from notes n
      where l.organization_id = ${note.organization_id} and l.to_kind = 'note' and l.in_text and lower(l.label) = lower(${note.title})
        and not exists (select 1 from notes t where t.id = l.to_id and t.deleted_at is null)
        and n.id = l.note_id and n.id <> ${note.id} and n.project_id is not distinct from ${note.project_id}::uuid
        and (${note.project_id}::uuid is not null or n.owner_id = ${note.owner_id})`,
  )
}

/**
 * Serializes transactions that set a title or link to it, so that the link resolves whichever commits first.
 */
export async function lockTitles(db: Queries, organizationId: string, titles: string[]): Promise<void> {
  await db.run(
    sql`select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended('note ' || ${organizationId}::uuid || ' ' || lower(title), 0) as key
         from unnest(${titles}::text[]) as asked(title) order by key) keys`,
  )
}

function linksOf(db: Queries, noteId: string): Promise<NoteLinkRow[]> {
  return db.run<NoteLinkRow>(sql`select * from note_links where note_id = ${noteId} order by place`)
}

/** Returns the links of a note that the caller can see. */
export async function visibleLinks(ctx: LinkContext, noteId: string): Promise<z.output<typeof NoteLink>[]> {
  const rows = await linksOf(ctx.db, noteId)
  const targets = await findTargets(ctx.db, ctx, { ids: rows.flatMap(({ to_id }) => to_id ?? []) })
  return rows.flatMap(({ to_kind, to_id, label, in_text: inText }): z.output<typeof NoteLink>[] => {
    const target = targets.find(({ id }) => id === to_id)
    if (target) return [{ ...target, label, inText }]
    const unresolved = { id: null, key: null, title: null, label, inText }
    if (to_kind === 'url') return [{ kind: to_kind, ...unresolved }]
    // The label is visible in the text anyway, so a hidden target looks like a note that does not exist yet.
    return inText ? [{ kind: 'note' as const, ...unresolved }] : []
  })
}

/** Returns the visible notes that link to an item, most recently changed first. */
export function backlinksOf(ctx: LinkContext, id: string): Promise<{ id: string; title: string }[]> {
  const seen = notesVisibleTo(ctx)
  return ctx.db.run(
    sql`select n.id, n.title from ${fromNotes}
      where ${seen.where} and n.deleted_at is null and n.id <> ${id}
        and n.id in (select note_id from note_links where to_id = ${id})
      order by n.updated_at desc, n.id desc limit 100`,
  )
}

function matchesRef({ id, key }: Target, ref: string): boolean {
  return id === ref.toLowerCase() || key?.toLowerCase() === ref.toLowerCase()
}

/** Returns a name that never changes: a number or an id. */
function stableNameOf({ kind, id, key }: Target): string {
  return kind === 'note' || kind === 'project' ? id : key!
}
