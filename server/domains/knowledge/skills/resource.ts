import { type ResourceKind, mapPage, markdown, uriOf } from '../../../operations/resource.ts'
import { getSkill } from './get-skill.ts'
import { listRevisionsSkill } from './list-revisions-skill.ts'
import { listSkills } from './list-skills.ts'

export const skillResource: ResourceKind = {
  name: 'skill',
  title: 'Skill',
  description: 'The instructions of a skill in markdown, preceded by its description, revision and owner.',
  mimeType: 'text/markdown',
  async show(query, skill, revision) {
    const shown = await query(getSkill, { skill, ...(revision && { revision }) })
    const { id, slug, name, updatedAt } = shown
    const about = {
      skill: slug,
      name,
      description: shown.description,
      tags: shown.tags,
      scope: shown.scope,
      revision: shown.revision,
      latestRevision: shown.latestRevision,
      owner: shown.owner?.name ?? 'Baton',
      updatedAt,
      // get_skill returns their text.
      files: shown.files.map(({ path }) => path),
    }
    return {
      id,
      uri: uriOf('skill', slug, revision),
      title: name,
      lastModified: updatedAt,
      mimeType: 'text/markdown',
      text: markdown(about, shown.content),
    }
  },
  list: (query, page) =>
    mapPage(query(listSkills, page), ({ slug, name, scope, revision, updatedAt }) => ({
      ref: slug,
      title: name,
      lastModified: updatedAt,
      description: `Skill: ${scope}, revision ${revision}.`,
    })),
  complete: (query, page) => mapPage(query(listSkills, page), ({ slug, name }) => [slug, name]),
  revisions: (query, skill, page) => query(listRevisionsSkill, { skill, ...page }),
}
