import { linkOptions } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { read } from '../../read.ts'

/** The routes and operations of each kind of document. `ref` is the key or id in the URL. */
export const documentKinds = {
  note: {
    list: '/notes',
    page: (ref: string) => linkOptions({ to: '/notes/$note', params: { note: ref } }),
    get: (ref: string) => read('notes.get', { note: ref }),
    delete: (ref: string) => call('notes.delete', { note: ref }),
  },
  decision: {
    list: '/decisions',
    page: (ref: string) => linkOptions({ to: '/decisions/$decision', params: { decision: ref } }),
    get: (ref: string) => read('decisions.get', { decision: ref }),
    delete: (ref: string) => call('decisions.delete', { decision: ref }),
  },
  spec: {
    list: '/specs',
    page: (ref: string) => linkOptions({ to: '/specs/$spec', params: { spec: ref } }),
    get: (ref: string) => read('specs.get', { spec: ref }),
    delete: (ref: string) => call('specs.delete', { spec: ref }),
  },
  skill: {
    list: '/skills',
    page: (ref: string) => linkOptions({ to: '/skills/$skill', params: { skill: ref } }),
    get: (ref: string) => read('skills.get', { skill: ref }),
    delete: (ref: string) => call('skills.delete', { skill: ref }),
  },
  page: {
    list: '/admin/content',
    page: (ref: string) =>
      linkOptions({ to: '/admin/content/$kind/$article', params: { kind: 'pages', article: ref } }),
    get: (ref: string) => read('pages.get', { page: ref }),
    delete: (ref: string) => call('pages.delete', { page: ref }),
  },
  post: {
    list: '/admin/content',
    page: (ref: string) =>
      linkOptions({ to: '/admin/content/$kind/$article', params: { kind: 'posts', article: ref } }),
    get: (ref: string) => read('posts.get', { post: ref }),
    delete: (ref: string) => call('posts.delete', { post: ref }),
  },
} as const

export type DocumentKind = keyof typeof documentKinds

/** A kind of the public site. It belongs to no organization, so the trash doesn't hold it. */
export type SiteKind = 'page' | 'post'

/** A kind whose earlier revisions can be restored. */
export type RevisedKind = Exclude<DocumentKind, 'decision'>
