import type { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { fromNotes, notesSeenBy } from './access.ts'
import type { NoteLink } from './note.ts'
import type { NoteLinkRow, NoteRow } from './tables.ts'
import { type Target, findTargets, isAddress, isNumber } from './targets.ts'
import { linksIn } from './text.ts'

/*
 * What a note leads to is kept by id, so that it stays when what it leads to gets another name. A title between brackets
 * that no note has yet is kept too, and leads somewhere once there is one. What somebody sees of all that is decided when
 * they look, since the next reader may see less than the writer.
 */

type Asking = Context & InOrganization
type Link = Pick<NoteLinkRow, 'to_kind' | 'to_id' | 'label' | 'in_text'>

const mostInText = 500

/** Keeps what a note leads to, as it is written now. What was found once by its title is not looked for again. */
export async function storeLinks(ctx: Asking, note: NoteRow): Promise<void> {
  const before = await linksOf(ctx.db, note.id)
  const links = [...(await linksInText(ctx, note, before)), ...(await linksBeside(ctx, note, before))]
  await ctx.db.run('delete from note_links where note_id = $1', [note.id])
  if (links.length === 0) return
  await ctx.db.run(
    `insert into note_links (note_id, organization_id, place, to_kind, to_id, label, in_text)
     select $1, $2, place, to_kind, to_id, label, in_text
       from unnest($3::text[], $4::uuid[], $5::text[], $6::boolean[]) with ordinality
         as given(to_kind, to_id, label, in_text, place)`,
    [
      ...[note.id, note.organization_id],
      ...[links.map((link) => link.to_kind), links.map((link) => link.to_id)],
      ...[links.map((link) => link.label), links.map((link) => link.in_text)],
    ],
  )
}

/** What is given beside the text, in the one spelling that is kept: numbers, ids and addresses. Refuses what is not there. */
export async function linksGiven(
  ctx: Asking,
  given: string[],
  before: { id: string; links: string[] } | undefined,
): Promise<string[]> {
  const refs = given.filter((ref) => !isAddress.test(ref))
  const found = await findTargets(ctx.db, ctx, { ids: refs, keys: refs, slugs: refs })
  const named = given.map((ref, index) => {
    if (isAddress.test(ref)) return ref
    const target = found.find((each) => isCalled(each, ref))
    return target
      ? nameOf(target)
      : rejectField(
          `links.${index}`,
          `There is nothing called "${ref}", or you may not see it. Send a number (WEB-42), an id or an https address.`,
        )
  })
  // Whoever sends the list that they saw does not take away what they could not see.
  const hidden = before && before.links.length > 0 ? await hiddenFrom(ctx, before) : []
  return [...new Set([...named, ...hidden])]
}

async function hiddenFrom(ctx: Asking, { id }: { id: string }): Promise<string[]> {
  const beside = (await linksOf(ctx.db, id)).filter((link) => !link.in_text && link.to_kind !== 'url')
  const seen = await findTargets(ctx.db, ctx, { ids: beside.flatMap(({ to_id }) => to_id ?? []) })
  return beside.filter(({ to_id }) => seen.every((target) => target.id !== to_id)).map(({ label }) => label)
}

async function linksBeside(ctx: Asking, { links }: NoteRow, before: Link[]): Promise<Link[]> {
  const refs = links.filter((ref) => !isAddress.test(ref))
  const found = await findTargets(ctx.db, ctx, { ids: refs, keys: refs })
  return links.flatMap((label): Link[] => {
    if (isAddress.test(label)) return [{ to_kind: 'url', to_id: null, label, in_text: false }]
    const known = before.find((link) => !link.in_text && link.label === label)
    if (known) return [known]
    const target = found.find((each) => isCalled(each, label))
    return target ? [{ to_kind: target.kind, to_id: target.id, label, in_text: false }] : []
  })
}

async function linksInText(ctx: Asking, note: NoteRow, before: Link[]): Promise<Link[]> {
  const labels = linksIn(note.content)
  if (labels.length > mostInText)
    rejectField('content', `A note has at most ${mostInText} links, and this one has ${labels.length}.`)
  const known = await stillThere(ctx.db, before)
  const fresh = labels.filter((label) => !isAddress.test(label) && !known.has(label.toLowerCase()))
  const refs = fresh.filter((label) => isNumber.test(label) || anyUuid.test(label))
  const found = await findTargets(ctx.db, ctx, { ids: refs, keys: refs })
  const titled = await notesTitled(ctx, note, fresh)
  return labels.map((label): Link => {
    if (isAddress.test(label)) return { to_kind: 'url', to_id: null, label, in_text: true }
    const kept = known.get(label.toLowerCase())
    if (kept) return { ...kept, label }
    const target = found.find((each) => isCalled(each, label))
    const { kind, id } = target ?? { kind: 'note' as const, id: titled.get(label.toLowerCase()) ?? null }
    return { to_kind: kind, to_id: id, label, in_text: true }
  })
}

/** What was found before, unless it was a note that is gone since. */
async function stillThere(db: Queries, before: Link[]): Promise<Map<string, Link>> {
  const found = before.filter((link) => link.in_text && link.to_id !== null)
  const notes = found.filter(({ to_kind }) => to_kind === 'note').map(({ to_id }) => to_id)
  const there = notes.length === 0 ? [] : await livingNotes(db, notes)
  const kept = found.filter(({ to_kind, to_id }) => to_kind !== 'note' || there.includes(to_id!))
  return new Map(kept.map((link) => [link.label.toLowerCase(), link]))
}

async function livingNotes(db: Queries, ids: (string | null)[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    'select id from notes where id = any($1::uuid[]) and deleted_at is null',
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** The notes with these titles that the caller sees: of several, first one of the same place, then the oldest. */
async function notesTitled(ctx: Asking, note: NoteRow, titles: string[]): Promise<Map<string, string>> {
  if (titles.length === 0) return new Map()
  const seen = notesSeenBy(ctx)
  const rows = await ctx.db.run<{ label: string; id: string }>(
    `select asked.label, n.id from unnest($5::text[]) as asked(label), ${fromNotes}
      where ${seen.where} and n.deleted_at is null and lower(n.title) = lower(asked.label)
      order by n.project_id is not distinct from $6::uuid desc, n.id limit 2000`,
    [...seen.values, titles, note.project_id],
  )
  return new Map(rows.toReversed().map(({ label, id }) => [label.toLowerCase(), id]))
}

/**
 * Links that wait for a note of this title lead to it from now on: those of the same project, or of the same owner's own
 * notes. So do those that led to one that was deleted.
 */
export async function adoptLinks(db: Queries, note: NoteRow): Promise<void> {
  await db.run(
    `update note_links l set to_id = $1
       from notes n
      where l.organization_id = $2 and l.to_kind = 'note' and l.in_text and lower(l.label) = lower($3)
        and not exists (select 1 from notes t where t.id = l.to_id and t.deleted_at is null)
        and n.id = l.note_id and n.id <> $1 and n.project_id is not distinct from $4::uuid
        and ($4::uuid is not null or n.owner_id = $5)`,
    [note.id, note.organization_id, note.title, note.project_id, note.owner_id],
  )
}

/**
 * Of a note that gets a title and one that links to that title, one waits for the other, so that the link is found
 * whichever comes first.
 */
export async function lockTitles(db: Queries, organizationId: string, titles: string[]): Promise<void> {
  await db.run(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended('note ' || $1::uuid || ' ' || lower(title), 0) as key
         from unnest($2::text[]) as asked(title) order by key) keys`,
    [organizationId, titles],
  )
}

function linksOf(db: Queries, noteId: string): Promise<NoteLinkRow[]> {
  return db.run<NoteLinkRow>('select * from note_links where note_id = $1 order by place', [noteId])
}

/** What a note leads to, as far as the caller may see it. */
export async function shownLinks(ctx: Asking, noteId: string): Promise<z.output<typeof NoteLink>[]> {
  const rows = await linksOf(ctx.db, noteId)
  const targets = await findTargets(ctx.db, ctx, { ids: rows.flatMap(({ to_id }) => to_id ?? []) })
  return rows.flatMap(({ to_kind, to_id, label, in_text: inText }): z.output<typeof NoteLink>[] => {
    const target = targets.find(({ id }) => id === to_id)
    if (target) return [{ ...target, label, inText }]
    const nothing = { id: null, key: null, title: null, label, inText }
    if (to_kind === 'url') return [{ kind: to_kind, ...nothing }]
    // What stands in the text is read anyway, and looks like a note that is not written yet.
    return inText ? [{ kind: 'note' as const, ...nothing }] : []
  })
}

/** The notes that lead to something and that the caller sees, the last changed first. */
export function backlinksOf(ctx: Asking, id: string): Promise<{ id: string; title: string }[]> {
  const seen = notesSeenBy(ctx)
  return ctx.db.run(
    `select n.id, n.title from ${fromNotes}
      where ${seen.where} and n.deleted_at is null and n.id <> $5
        and n.id in (select note_id from note_links where to_id = $5)
      order by n.updated_at desc, n.id desc limit 100`,
    [...seen.values, id],
  )
}

function isCalled({ id, key }: Target, ref: string): boolean {
  return id === ref.toLowerCase() || key?.toLowerCase() === ref.toLowerCase()
}

/** What never changes: a number, or an id. */
function nameOf({ kind, id, key }: Target): string {
  return kind === 'note' || kind === 'project' ? id : key!
}
