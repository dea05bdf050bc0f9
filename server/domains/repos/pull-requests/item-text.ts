import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { cutText } from '../../../platform/cut-text.ts'
import { evidenceWords, type EvidenceKind } from '../../features/evidence/kinds.ts'
import { type InProject, findItem } from '../../work/items/find-item.ts'
import { type ItemKindName, itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'

/** A work item that a pull request is about. */
export interface PullItem extends InProject {
  kind: ItemKindName
  id: string
  key: string
  title: string
  description: string
  completion_notes?: string | null
  feature_id?: string | null
}

/** Finds an epic, story, task or feature of the project by its number. */
export async function findPullItem(
  db: Queries,
  project: InProject,
  key: string,
): Promise<PullItem | undefined> {
  for (const kind of itemKindNames) {
    const row = await findItem<Omit<PullItem, 'kind'>>(db, itemKinds[kind].table, project, key)
    if (row) return { ...row, kind }
  }
  return undefined
}

export function pullTitle({ key, title }: PullItem): string {
  return cutText(`${key}: ${title.replace(/\s+/g, ' ').trim()}`, 250)
}

const maxDescription = 20_000
const maxListed = 30

/** Writes the description of a pull request: the text of the item, its specs, notes and evidence, and its link. */
export async function pullDescription(db: Queries, item: PullItem, appUrl: string): Promise<string> {
  const featureId = item.kind === 'feature' ? item.id : item.feature_id
  const [specs, evidence] = await Promise.all([
    db.run<{ key: string; title: string }>(
      sql`select s.key, s.title from spec_links l join specs s on s.id = l.spec_id
        where l.item_id = any(${[item.id, featureId].filter(Boolean)}::uuid[]) and s.deleted_at is null
        order by s.number limit ${sql.raw(maxListed)}`,
    ),
    db.run<EvidenceLine>(
      sql`select e.gate, e.kind, e.title, e.status, e.finding
        from evidence e join features f on f.id = e.feature_id and e.round = f.round
        where f.id = ${featureId ?? null} and f.deleted_at is null and e.deleted_at is null
        order by e.id desc limit ${sql.raw(maxListed)}`,
    ),
  ])
  const notes = item.completion_notes?.trim() ?? ''
  const sections = [
    cutText(item.description.trim(), maxDescription),
    section('Specs', list(specs.map(({ key, title }) => `${key}: ${oneLine(title)}`))),
    section('Completion notes', cutText(notes, maxDescription)),
    section('Evidence', list(evidence.toReversed().map(evidenceLine))),
    `Baton: [${item.key}](${appUrl}/items/${item.key})`,
  ]
  return sections.filter((each) => each !== '').join('\n\n')
}

interface EvidenceLine {
  gate: string
  kind: EvidenceKind
  title: string
  status: string
  finding: string
}

function evidenceLine({ gate, kind, title, status, finding }: EvidenceLine): string {
  return `${gate}: ${evidenceWords[kind]} ${oneLine(title)} (${status}). ${oneLine(finding)}`.trim()
}

function section(heading: string, text: string): string {
  return text === '' ? '' : `## ${heading}\n\n${text}`
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

function oneLine(text: string): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), 300)
}
