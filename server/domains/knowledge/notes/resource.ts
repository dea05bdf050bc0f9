import { type ResourceKind, mapPage, markdown, nameOf, uriOf } from '../../../operations/resource.ts'
import { getNote } from './get-note.ts'
import { getRevisionNote } from './get-revision-note.ts'
import { listNotes } from './list-notes.ts'
import { listRevisionsNote } from './list-revisions-note.ts'

export const noteResource: ResourceKind = {
  name: 'note',
  title: 'Note',
  description: 'The text of a note in markdown, preceded by its tags, revision and author.',
  mimeType: 'text/markdown',
  async show(query, note, revision) {
    const now = await query(getNote, { note })
    const then = revision === undefined ? undefined : await query(getRevisionNote, { note, revision })
    const { title, content } = then ?? now
    const lastModified = then?.createdAt ?? now.updatedAt
    const about = {
      note: now.id,
      title,
      project: now.project?.slug,
      tags: now.tags,
      revision: then?.revision ?? now.revision,
      latestRevision: now.revision,
      author: nameOf(now.createdBy),
      revisedBy: then && nameOf(then.createdBy),
      revisedAt: lastModified,
    }
    return {
      id: now.id,
      uri: uriOf('note', now.id, revision),
      title,
      lastModified,
      mimeType: 'text/markdown',
      text: markdown(about, content),
    }
  },
  list: (query, page) =>
    mapPage(query(listNotes, page), ({ id, title, project, revision, updatedAt }) => ({
      ref: id,
      title,
      lastModified: updatedAt,
      description: `${project ? `Note of the project ${project.slug}` : 'Your own note'}: revision ${revision}.`,
    })),
  complete: (query, page, { filled: { project } }) =>
    mapPage(query(listNotes, { sort: 'title', ...(project && { project }), ...page }), ({ title }) => [
      title,
    ]),
  revisions: (query, note, page) => query(listRevisionsNote, { note, ...page }),
}
