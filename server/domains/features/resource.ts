import { type ResourceKind, mapPage, record, uriOf } from '../../operations/resource.ts'
import { findKey, projectOfTyped } from '../work/items/complete-key.ts'
import { getFeature } from './get-feature.ts'
import { listFeatures } from './list-features.ts'

export const featureResource: ResourceKind = {
  name: 'feature',
  title: 'Feature',
  description: 'A feature with its gates, evidence, reviews, tasks and missing requirements.',
  mimeType: 'application/json',
  async show(query, feature) {
    const shown = await query(getFeature, { feature })
    return record(uriOf('feature', shown.key), shown.title, shown)
  },
  complete: (query, page, typed) =>
    mapPage(query(listFeatures, { ...projectOfTyped(typed), ...page }), ({ key, title }) => [key, title]),
  completeExact: (query, text) => findKey(query, 'feature', text),
}
