import { queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'

export type Feature = OutputOf<'features.list'>['items'][number]
export type FeatureDetails = OutputOf<'features.get'>
export type Gate = FeatureDetails['gates'][number]
export type RequirementStatus = Gate['requirements'][number]
export type Missing = FeatureDetails['missing'][number]
export type Evidence = FeatureDetails['evidence'][number]
export type Review = FeatureDetails['reviews'][number]
export type Passage = FeatureDetails['passages'][number]

export type FeatureFilter = Pick<InputOf<'features.list'>, 'status' | 'kind'>

export const featuresQuery = (slug: string, filter: FeatureFilter) =>
  pagesQuery(['features', slug, filter], (cursor, signal) =>
    call('features.listProjectFeatures', { project: slug, limit: 100, cursor, ...filter }, { signal }),
  )

export const featureQuery = (slug: string, key: string) =>
  queryOptions({
    queryKey: ['feature', key],
    queryFn: ({ signal }) => call('features.getProjectFeature', { project: slug, feature: key }, { signal }),
  })
