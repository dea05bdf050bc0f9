import type { InputOf, OutputOf } from '../../client.ts'
import { readPages } from '../../read.ts'

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
  readPages('features.listProjectFeatures', { project: slug, limit: 100, ...filter })
